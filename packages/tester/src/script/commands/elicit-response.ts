import { readAnswer } from '../../asking/read-answer.js';
import type { ScriptCommand } from '../command.js';
import { wrongUsage } from './usage.js';

export const elicitResponse: ScriptCommand = Object.freeze({
  name: 'elicit_response',
  usage: 'elicit_response accept|decline|cancel [JSON_OBJECT]',
  summary:
    "Queues an answer to an elicitation; only an accept has content, which must fit its form. One word: 'accept:JSON_OBJECT'.",
  run: (args, { session, place }) => {
    const [word, json, ...rest] = args;
    if (word === undefined || rest.length > 0) throw wrongUsage(elicitResponse, args);
    session.answers.elicit(readAnswer('elicit_response', word, json), place);
  },
} satisfies ScriptCommand);
