import { connect } from 'node:net';
import { postText } from './http-load.mjs';

/** POSTs on a connection of its own. What comes back is for `onText`; without it nothing is read. */
export function rawCall({ port, headers, body, onText }) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  // A server may close what it gives up; who waits for an answer does not get it.
  socket.on('error', () => {});
  if (onText) socket.setEncoding('utf8').on('data', onText);
  socket.write(postText(headers, body));
  return socket;
}

/** POSTs and gives each event of the answer's stream to `onEvent`, as text, until the answer is among them. */
export function readEvents({ port, headers, body, onEvent }) {
  return new Promise((resolve, reject) => {
    let rest = '';
    const read = (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines.filter((each) => each.startsWith('data: '))) {
        if (!line.includes('"result"') && !line.includes('"error"')) onEvent(line);
        else resolve(line);
      }
    };
    const socket = rawCall({ port, headers, body, onText: read });
    socket.on('close', () => reject(new Error('The stream ended without an answer.')));
  });
}
