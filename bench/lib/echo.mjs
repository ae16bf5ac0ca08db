import { toolCall } from './messages.mjs';

const text = 'hello world';

/** The call that the echo cases measure. */
export const echoCall = (id, era, name = 'echo') => toolCall({ id, era, name, args: { text } });

export const isEcho = (answer) => answer.includes(`"text":"${text}"`) && !answer.includes('"error"');

/** What a row asks of its server. */
export const echoEnv = ({ tools = 1, isAmbient = false, hasAsked = false }) => ({
  TOOLS: String(tools),
  ...(isAmbient ? { AMBIENT: '1' } : {}),
  ...(hasAsked ? { ASK: '1' } : {}),
});

/** CPU time of the server, as `usage` tells it, in µs for each of `count` calls that `load` makes, after a warm-up. */
export async function cpuOf(usage, load, { warmUp, count }) {
  const checked = async (calls) => {
    const { wrong } = await load(calls);
    if (wrong > 0) throw new Error(`${wrong} of ${calls} answers were wrong`);
  };
  await checked(warmUp);
  const before = await usage();
  await checked(count);
  const after = await usage();
  return { cpuUs: (after.cpuUs - before.cpuUs) / count };
}

export const cpuFigures = { cpuUs: { title: 'µs of CPU a call', digits: 1 } };
