import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tester-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const params = { message: 'm', requestedSchema: { type: 'object', properties: {} } };

it('assert_elicited count means the same in both eras, also for questions that are asked together', async () => {
  const asking = JSON.stringify({ questions: [{ params }, { params }], isTogether: true, times: 2 });
  const script = join(folder, 'together.mcp');
  const answers = 'elicit_response decline\n'.repeat(4);
  await writeFile(script, `${answers}call_tool_raw ask '${asking}'\nassert_elicited count 4\n`);
  const server = ['-c', 'node test/tester/cli/asking-server.mjs', '--era', 'both'];
  const { code, stdout } = await runCli([...server, 'test', script]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 scripts')]);
});
