import type { ScriptCommand } from './command.js';
import { addRoot } from './commands/add-root.js';
import { elicitResponse } from './commands/elicit-response.js';
import { sampleResponse } from './commands/sample-response.js';
import { assertElicited } from './commands/assert-elicited.js';
import { assertSampled } from './commands/assert-sampled.js';
import { assertRounds } from './commands/assert-rounds.js';
import { assertCancelled } from './commands/assert-cancelled.js';
import { assertContains } from './commands/assert-contains.js';
import { assertEquals } from './commands/assert-equals.js';
import { assertErrorCode } from './commands/assert-error-code.js';
import { assertLog, assertNoLog } from './commands/assert-log.js';
import { assertMatches } from './commands/assert-matches.js';
import { assertNot } from './commands/assert-not.js';
import { assertNumber } from './commands/assert-number.js';
import { assertGe, assertGt, assertLe, assertLt } from './commands/assert-order.js';
import { assertProgress } from './commands/assert-progress.js';
import { assertSchema } from './commands/assert-schema.js';
import { assertSilent } from './commands/assert-silent.js';
import { assertStringLength } from './commands/assert-string-length.js';
import { assertToolError } from './commands/assert-tool-error.js';
import { callToolRaw } from './commands/call-tool-raw.js';
import { callTool } from './commands/call-tool.js';
import { cancelAfter } from './commands/cancel-after.js';
import { cancelOn } from './commands/cancel-on.js';
import { echo } from './commands/echo.js';
import { era } from './commands/era.js';
import { expectError } from './commands/expect-error.js';
import { inputVar } from './commands/input-var.js';
import { lineWords } from './commands/line-words.js';
import { listTools } from './commands/list-tools.js';
import { logging } from './commands/logging.js';
import { ping } from './commands/ping.js';
import { setVar } from './commands/set-var.js';
import { set } from './commands/set.js';
import { sleep } from './commands/sleep.js';
import { timeout } from './commands/timeout.js';
import { waitNotification } from './commands/wait-notification.js';

const commands: readonly ScriptCommand[] = [
  echo,
  callTool,
  callToolRaw,
  listTools,
  ping,
  logging,
  sleep,
  waitNotification,
  elicitResponse,
  sampleResponse,
  addRoot,
  era,
  setVar,
  set,
  inputVar,
  assertContains,
  assertEquals,
  assertMatches,
  assertSchema,
  assertNumber,
  assertGt,
  assertGe,
  assertLt,
  assertLe,
  assertStringLength,
  assertNot,
  expectError,
  assertErrorCode,
  assertToolError,
  timeout,
  cancelAfter,
  cancelOn,
  assertCancelled,
  assertSilent,
  assertProgress,
  assertLog,
  assertNoLog,
  assertElicited,
  assertSampled,
  assertRounds,
  ...lineWords,
];

/** Every word of the language, by its name, in the order in which the reference explains them. */
export const commandTable: ReadonlyMap<string, ScriptCommand> = new Map(
  commands.map((command) => [command.name, command]),
);
