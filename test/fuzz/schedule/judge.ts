import { keyOf } from '../frames/expectation.js';
import { readOutbound, type Outbound } from '../outbound.js';
import type { Stage } from '../stage.js';
import { must } from '../violation.js';
import type { Call } from './call.js';
import type { Client } from './client.js';
import type { Run } from './run.js';

/** Holds all that has come back against what each call may expect. */
export function judge(run: Run, stage: Stage, client: Client): void {
  must(stage.faults.length === 0, () => stage.faults.join('; '));
  for (const group of groupsOf(run.calls, client)) checkGroup(group, client, run);
  for (const call of run.calls) checkSignal(run, call);
}

/** Calls whose answers cannot be told apart. */
function groupsOf(calls: readonly Call[], { isShared }: Client): readonly (readonly Call[])[] {
  if (!isShared) return calls.map((call) => [call]);
  const ids = [...new Set(calls.map(({ id }) => id))];
  return ids.map((one) => calls.filter(({ id }) => id === one));
}

/** For a failure: what came back, each frame cut to a readable length. */
export function tellCalls(calls: readonly Call[], { isShared }: Client): string {
  const shown = isShared ? calls.slice(0, 1) : calls;
  const frames = shown.flatMap(({ sent }) => [...sent.frames.map((text) => text.slice(0, 300)), sent.breach ?? '']);
  return [...calls.map(({ id, tool, tag }) => `${id} of ${tool}, ${tag}`), ...frames].join('\n');
}

function checkGroup(group: readonly Call[], client: Client, run: Run): void {
  const [first] = group;
  if (!first) return;
  const tell = (): string =>
    group.map(({ id, tool, sent }) => `${id} of ${tool}: ${sent.frames.join('\n')}`).join('\n');
  const frames = first.sent.frames.map(readOutbound);
  const answers = frames.filter((frame) => frame.method === undefined && keyOf(frame.id) === keyOf(first.id));
  for (const call of group) {
    must(!call.isRefused || !run.bodyOf(call), () => `two calls ran with one id: ${tell()}`);
    // What a server that closes has not begun to read is lost.
    const mayBreak = run.closing !== undefined && !run.bodyOf(call);
    must(call.sent.breach === undefined || mayBreak, () => `a connection that broke: ${tell()}`);
  }
  const isLost = group.some(({ isDisconnected, sent }) => isDisconnected || sent.breach !== undefined);
  const least = isLost ? 0 : group.filter(({ isCancelled }) => !isCancelled).length;
  const most = group.filter(({ isGivenUp }) => !isGivenUp).length;
  must(
    answers.length >= least && answers.length <= most,
    () => `${answers.length} answers, ${least} to ${most} expected: ${tell()}`,
  );
  for (const { result } of answers) if (result && result['isError'] !== true) checkText(result, group);
  if (!client.isShared) {
    const foreign = frames.filter(({ id, method }) => method === undefined && keyOf(id) !== keyOf(first.id));
    must(foreign.length === 0, () => `the answer of another call: ${tell()}`);
  }
  for (const call of group) checkNotifications(call, frames, group.length === 1, client, tell);
}

const textOf = (result: Record<string, unknown> | undefined): string | undefined =>
  (result?.['content'] as { text?: string }[] | undefined)?.[0]?.text;

/** The answer of a body is its tag. */
function checkText(result: Record<string, unknown>, group: readonly Call[]): void {
  const text = textOf(result);
  must(
    group.some(({ tag }) => tag === text),
    () => `the answer of another body: ${JSON.stringify(result)}`,
  );
}

function checkNotifications(
  call: Call,
  frames: readonly Outbound[],
  isAlone: boolean,
  { isShared }: Client,
  tell: () => string,
): void {
  let highest = Number.NEGATIVE_INFINITY;
  let isAnswered = false;
  for (const [index, frame] of frames.entries()) {
    if (frame.method === undefined) {
      isAnswered ||= keyOf(frame.id) === keyOf(call.id) && (isAlone || textOf(frame.result) === call.tag);
      continue;
    }
    const { progressToken, progress = Number.NaN } = frame.params ?? {};
    const isProgress = frame.method === 'notifications/progress';
    const isOwn = isProgress ? progressToken === call.token : JSON.stringify(frame.params).includes(`"${call.tag}"`);
    must(isOwn || isShared || !isProgress, () => `progress under another token: ${tell()}`);
    if (!isOwn) continue;
    must(!isAnswered, () => `${frame.method} after the answer: ${tell()}`);
    // What is on its way on a stream of its own may still come.
    must(
      !call.isGivenUp || !isShared || index < call.framesBefore,
      () => `${frame.method} after the cancel: ${tell()}`,
    );
    if (!isProgress) continue;
    must(Number.isFinite(progress) && progress > highest, () => `progress that does not rise: ${tell()}`);
    highest = progress;
  }
}

function checkSignal(run: Run, call: Call): void {
  const { aborts = [] } = run.bodyOf(call) ?? {};
  const tell = (): string => `the signal of ${call.id}, ${call.tool}, fired with ${aborts.join() || 'nothing'}`;
  must(aborts.length <= 1, tell);
  if (call.isGivenUp)
    must(aborts[0] === (call.isDisconnected && aborts[0] !== 'client' ? 'disconnect' : 'client'), tell);
  else if (!call.isCancelled && !run.closing && call.tool !== 'brief') must(aborts.length === 0, tell);
}
