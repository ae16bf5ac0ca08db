import type { Frame } from '@mcpfusion/client';

/** As much of a frame is kept where frames are kept. */
const maxChars = 16 * 1024;

/** The same frame to be kept: of a large one the beginning of its text, and no more of its message than its kind. */
export function thin(frame: Frame): Frame {
  const { raw, message } = frame;
  if (raw.length <= maxChars) return frame;
  // The beginning as a text of its own: a slice would keep the whole in memory.
  const beginning = Buffer.from(raw.slice(0, maxChars)).toString();
  const kept = `${beginning}… (${raw.length} characters)`;
  if (message?.kind !== 'response') return { ...frame, raw: kept, message: undefined };
  const { kind, id, result, error } = message;
  const resultType = result?.['resultType'];
  return {
    ...frame,
    raw: kept,
    message: {
      kind,
      ...(id === undefined ? {} : { id }),
      ...(result === undefined ? {} : { result: resultType === undefined ? {} : { resultType } }),
      ...(error === undefined ? {} : { error: { code: error.code, message: '' } }),
    } as Frame['message'],
  };
}
