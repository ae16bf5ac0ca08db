import { isObject } from '@mcpfusion/protocol';
import { schemaProblem } from '../../json/schema-problem.js';
import { validateJson } from '../../json/validate-json.js';
import type { ScriptCommand } from '../command.js';
import { assertionFailed, scriptError } from '../failure.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

export const assertSchema: ScriptCommand = Object.freeze({
  name: 'assert_schema',
  usage: 'assert_schema [VALUE] JSON_SCHEMA',
  summary:
    'The last result’s structuredContent (the whole result where it has none), or VALUE as JSON, fits the schema.',
  run: async (args, { state }) => {
    const [first, second] = args;
    if (first === undefined || args.length > 2) throw wrongUsage(assertSchema, args);
    const schema = parse(second ?? first, 'a JSON schema');
    if (!isObject(schema))
      throw scriptError(`expected a JSON schema that is an object, got ${quoted(second ?? first)}`);
    const wrong = schemaProblem(schema);
    if (wrong !== undefined) throw scriptError(`the schema cannot be used: ${wrong}`);
    if (second === undefined) state.checkResult();
    const value = second === undefined ? contentOf(state.result) : parse(first, 'VALUE to be JSON');
    const problems = await validateJson(schema, value).catch((error: unknown) => {
      throw scriptError(`the schema cannot be used: ${String(error)}`);
    });
    if (problems.length > 0) throw assertionFailed(`the value does not fit the schema: ${problems.join('; ')}`);
  },
} satisfies ScriptCommand);

function contentOf(result: unknown): unknown {
  return isObject(result) && result['structuredContent'] !== undefined ? result['structuredContent'] : result;
}

function parse(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw scriptError(`expected ${what}, got ${quoted(json)}: ${(error as Error).message}`);
  }
}
