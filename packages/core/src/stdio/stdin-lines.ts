import { LineSplitter, type Line } from '@mcpfusion/protocol';

export interface StdinListener {
  readonly onLine: (line: Line) => void;
  /** Nothing more will come. */
  readonly onEnd: () => void;
  /** As much waits for the client to read as may: what it sends is left to the system until `whenRead` calls back. */
  readonly isFull: () => boolean;
  readonly whenRead: (callback: () => void) => void;
}

/** Reads stdin line by line. Gives the way to stop: what comes then is nobody's, and holds up no process. */
export function readStdin(maxLineBytes: number, { onLine, onEnd, isFull, whenRead }: StdinListener): () => void {
  const { stdin } = process;
  const lines = new LineSplitter(maxLineBytes);
  let isOver = false;
  const onData = (bytes: Uint8Array): void => {
    for (const line of lines.push(bytes)) if (!isOver) onLine(line);
    if (isOver || !isFull()) return;
    stdin.pause();
    whenRead(() => {
      if (!isOver) stdin.resume();
    });
  };
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    const rest = lines.end();
    if (rest) onLine(rest);
    onEnd();
  };
  stdin.on('data', onData);
  stdin.once('end', end);
  // A broken pipe or terminal ends without an end.
  stdin.on('error', end);
  return () => {
    isOver = true;
    stdin.off('data', onData);
    stdin.pause();
    // A file has no such thing, and holds up nothing.
    (stdin as { unref?: () => void }).unref?.();
  };
}
