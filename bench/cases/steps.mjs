import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { timesOf } from '../lib/claims.mjs';

const program = fileURLToPath(new URL('../servers/steps.mjs', import.meta.url));
const perCall = (count) => (row) => row.best.us / count;

export const stepsCase = {
  name: 'steps',
  title: 'Generators that ask and step',
  about: `Time of one call in memory, in a process of its own, the best of ten parts: a session's generator that awaits 100 times and yields,
the same with 100 steps, and one that asks 20 times a user who answers at once; and in 2026-07-28 the round behind a question, opened, run and
answered, with 1 and with 20 steps to replay.`,
  sizes: {
    full: { rounds: 5, warmUp: 500, count: 2_000 },
    smoke: { rounds: 2, warmUp: 200, count: 500 },
  },
  figures: { us: { title: 'µs a call', digits: 0 } },
  beside: 'plain',
  rows: [
    { id: 'plain', title: '100 awaits' },
    { id: 'steps', title: '100 steps' },
    { id: 'asks', title: '20 questions' },
    { id: 'replay-1', title: 'a round with 1 step to replay' },
    { id: 'replay-20', title: 'a round with 20 steps to replay' },
  ],
  claims: [
    {
      title: 'a step more than an await, in a session',
      rows: ['steps', 'plain'],
      value: (steps, plain) => (steps.best.us - plain.best.us) / 100,
      unit: 'µs',
      goal: 10,
    },
    {
      title: 'a question, in a session in memory',
      rows: ['asks'],
      value: perCall(20),
      unit: 'µs',
      digits: 1,
      goal: 100,
    },
    {
      title: 'a round that replays 20 steps beside one that replays 1',
      rows: ['replay-20', 'replay-1'],
      value: timesOf('us'),
      unit: '×',
      goal: 1.5,
      gate: 3,
    },
  ],
  run: ({ id }, { warmUp, count }) =>
    JSON.parse(execFileSync(process.execPath, [program, id, String(warmUp), String(count)], { encoding: 'utf8' })),
};
