import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, http, textOf, type CallResult } from '@mcpfusion/client';
import { exampleOnHttp, type ExampleOnHttp } from '../example-process.js';
import { dim } from '../line.js';
import { printOutcome, printTitle, type Stage } from '../stage.js';
import { wireLines } from '../wire-lines.js';

const tool = 'env.provision';

/** A call that begins on one process and ends on another, when the first is gone. */
export async function movedProvision(stage: Stage, number: number): Promise<void> {
  const { screen, scratchFolder, expect } = stage;
  printTitle(screen, { number, tool, way: 'HTTP · 2026-07-28', what: 'begun on one process, ended on another' });
  const cloudFile = join(scratchFolder, 'cloud.json');
  // All that the two have in common.
  const env = { MCPFUSION_STATE_KEY: randomBytes(32).toString('base64'), CLOUD_FILE: cloudFile };
  await using first = await exampleOnHttp('provision', env);
  const asked = await callOn(stage, first, {});
  await first.end();
  screen.print(dim('    the first process is ended, the second is started'));
  await using second = await exampleOnHttp('provision', env);
  const { inputRequests = {}, requestState } = asked;
  const answer = { action: 'accept', content: { start: true } };
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, answer]));
  const done = await callOn(stage, second, { inputResponses, requestState });

  expect(textOf(done).includes('https://env-1.'), `the address of env-1, got ${textOf(done)}`);
  const { requests } = JSON.parse(await readFile(cloudFile, 'utf8')) as { readonly requests: readonly string[] };
  expect(requests.join() === 'create env-1,start env-1', `each step to run once, got ${requests.join()}`);
  printOutcome(
    screen,
    'created once, by the first; started by the second',
    dim(` · the cloud: ${requests.join(', ')}`),
  );
}

interface Asked extends CallResult {
  readonly inputRequests?: object;
  readonly requestState?: string;
}

/** One request and its answer, shown. */
async function callOn({ screen }: Stage, { url }: ExampleOnHttp, params: object): Promise<Asked> {
  await using client = await connect(http({ url }), {
    era: '2026-07-28',
    capabilities: { elicitation: { form: {} } },
    skipDiscover: true,
  });
  const result = await client.request('tools/call', { name: tool, arguments: { region: 'eu' }, ...params });
  for (const line of wireLines(client.frames)) screen.print(...line);
  return result as unknown as Asked;
}
