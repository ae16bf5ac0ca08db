import { SseParser } from '@mcpfusion/protocol';

import { keyOf, readBytes } from '../frames/expectation.js';
import { readOutbound, type Outbound } from '../outbound.js';
import { must } from '../violation.js';

/** The whole answer to one POST. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Before these the body has not been looked at. */
const unread: ReadonlySet<number> = new Set([403, 413, 415]);
const known: ReadonlySet<number> = new Set([200, 202, 400, 404, 503, ...unread]);

/** The frames of an answer, which must be one JSON object, or a stream of whole events. */
export function framesOf({ contentType, text }: Answer): readonly Outbound[] {
  if (contentType === 'application/json') return [readOutbound(text)];
  if (contentType !== 'text/event-stream') {
    must(text === '', () => `a body of '${contentType}': ${text}`);
    return [];
  }
  must(text === '' || text.endsWith('\n\n'), () => `a stream that ends within an event: ${text}`);
  return new SseParser().push(text).map(({ event, data }) => {
    must(event === 'message', () => `an event of type ${event}`);
    return readOutbound(data);
  });
}

/** Holds the answer to one body against it. `isCancelled`: another POST may have cancelled it. */
export function checkAnswer(body: Uint8Array, answer: Answer, isCancelled: (idKey: string) => boolean): void {
  const tell = (): string =>
    `${answer.status} ${answer.contentType} ${answer.text}, to ${Buffer.from(body).toString()}`;
  must(known.has(answer.status), () => `an unknown status: ${tell()}`);
  const { answer: idKey, token } = readBytes(body, false);
  const frames = framesOf(answer);
  const answers = frames.filter(({ method }) => method === undefined);
  const isRefused = answer.status >= 400;
  if (idKey === undefined) {
    must(isRefused || (answer.status === 202 && answer.text === ''), () => `to no request: ${tell()}`);
    must(frames.length === (isRefused ? 1 : 0), () => `to no request: ${tell()}`);
    return;
  }
  const most = isCancelled(idKey) && !isRefused ? 0 : 1;
  must(answers.length >= most && answers.length <= 1, () => `${answers.length} answers: ${tell()}`);
  if (answers.length === 0) return;
  must(frames.at(-1) === answers[0], () => `something after the answer: ${tell()}`);
  const key = keyOf(answers[0]?.id);
  must(key === idKey || (key === 'none' && unread.has(answer.status)), () => `an answer with another id: ${tell()}`);
  checkProgress(frames, token, tell);
}

function checkProgress(frames: readonly Outbound[], token: string | undefined, tell: () => string): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const { method, params } of frames) {
    if (method !== 'notifications/progress') continue;
    const { progress = Number.NaN, progressToken } = params ?? {};
    must(keyOf(progressToken) === token, () => `progress under another token: ${tell()}`);
    must(progress > highest, () => `progress that does not rise: ${tell()}`);
    highest = progress;
  }
}
