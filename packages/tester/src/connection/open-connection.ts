import { connect, http, stdio, type Client, type ConnectOptions, type Frame, type Transport } from '@mcpfusion/client';
import type { Finding } from '../checks/finding.js';
import { PassiveChecks } from '../checks/passive-checks.js';
import { ConnectionFailure } from '../exit/tester-error.js';
import { Watcher } from '../watch/watcher.js';
import type { WatchEvent } from '../watch/watch-event.js';
import { clientInfo } from './client-info.js';
import type { Connection } from './connection.js';
import { explainFailure } from './explain-failure.js';
import { ServerOutput } from './server-output.js';
import type { Target } from './target.js';

/** `capabilities` and `onRequest`: what the server may ask, and who answers. By default it may ask nothing. */
export interface OpenOptions extends Pick<ConnectOptions, 'capabilities' | 'onRequest'> {
  readonly onWatch?: ((event: WatchEvent) => void) | undefined;
  /** Aborted: the attempt is given up, and nothing is left of it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Connects to a server; from its first frame on everything is watched and checked.
 * Rejects with `ConnectionFailure`, whose message says how it failed and what the server said.
 */
export async function openConnection(target: Target, options: OpenOptions = {}): Promise<Connection> {
  const { onWatch = () => {}, signal, capabilities = {}, onRequest = {} } = options;
  const findings: Finding[] = [];
  const output = new ServerOutput();
  const watcher = new Watcher(onWatch);
  const checks = new PassiveChecks({
    transport: target.kind,
    onFinding: (finding) => {
      findings.push(finding);
      onWatch({ type: 'finding', finding });
    },
  });
  const onFrame = (frame: Frame): void => {
    output.frame(frame);
    watcher.frame(frame);
    checks.frame(frame);
  };
  const onStderr = (text: string): void => {
    output.stderr(text);
    onWatch({ type: 'stderr', text });
  };
  let client: Client;
  try {
    client = await connect(toTransport(target, onStderr), {
      era: target.era,
      clientInfo: clientInfo(),
      requestTimeoutMs: target.timeoutMs,
      capabilities,
      onRequest,
      onFrame,
      signal,
    });
  } catch (error) {
    throw new ConnectionFailure(explainFailure(target, error, output), { cause: error });
  }
  return {
    client,
    target,
    findings,
    stderrTail: () => output.stderrTail,
    lost: () => client.lostBy?.message,
    close: () => client.close().catch(() => {}),
  };
}

function toTransport(target: Target, onStderr: (text: string) => void): Transport {
  if (target.kind === 'http') return http({ url: target.url, headers: target.headers });
  const isWindows = process.platform === 'win32';
  const [command, args] = isWindows ? ['cmd.exe', ['/d', '/s', '/c', target.command]] : ['sh', ['-c', target.command]];
  return stdio({ command, args, onStderr });
}
