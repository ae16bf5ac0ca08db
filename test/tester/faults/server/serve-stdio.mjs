import { createInterface } from 'node:readline';

const send = (message) => {
  process.stdout.write(
    message instanceof Uint8Array ? message : `${typeof message === 'string' ? message : JSON.stringify(message)}\n`,
  );
};

/** Strings and bytes go out as they are. */
export function serveStdio(script) {
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        send({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
        return;
      }
      void script.take(message, { send, end() {}, isClosed: false });
    })
    .on('close', () => process.exit(0));
}
