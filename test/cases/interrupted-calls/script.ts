import { serverScript } from '../server-script.js';

/**
 * A tool for each way in which a call may end early. `observed` is the handler under test: it says on stderr what
 * happens to it, and answers when SIGUSR2 comes. SIGTERM and the end of stdin give it `DRAIN_MS` milliseconds.
 */
const tools = `
const released = new Promise((resolve) => process.once('SIGUSR2', resolve));
const endOf = (signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const watch = ({ signal }) => {
  say('observed: started');
  signal.addEventListener('abort', () => say('observed: aborted by', signal.reason.kind));
};
const observed = async (_input, ctx) => {
  watch(ctx);
  try {
    await Promise.race([released, endOf(ctx.signal)]);
    return 'the answer';
  } finally {
    say('observed: ended');
  }
};
const deaf = async (_input, ctx) => {
  watch(ctx);
  await released;
  say('observed: ended');
  return 'the answer';
};
const throws = (input, ctx) => observed(input, ctx).catch(() => { throw new Error('the handler broke'); });
const talks = async (_input, ctx) => {
  watch(ctx);
  const line = 'x'.repeat(10_000);
  for (let at = 0; at < 3_000 && !ctx.signal.aborted; at++) {
    ctx.log.error(line);
    if (at % 10 === 0) await sleep(1);
  }
  say('observed: ended');
  return 'the answer';
};
const other = ({ signal }) => Promise.race([released, endOf(signal)]);
const leaves = f.middleware(async ({ next }) => {
  void next();
  return { value: 'the answer' };
});
const inner = f.action('inner').handle(observed);
const limitedInner = f.action('inner.limited').timeout(50).handle(observed);
const all = [
  f.query('counts').handle(() => server.counts()),
  f.action('holds').handle(observed),
  f.action('throws').handle(throws),
  f.action('talks').handle(talks),
  f.action('is.deaf').concurrency({ max: 1 }).handle(deaf),
  f.action('expires').timeout(50).handle(observed),
  f.action('expires.deaf').concurrency({ max: 1 }).timeout(50).handle(deaf),
  f.action('takes.turns').withBoolean('isObserved').concurrency({ max: 1, queue: 1 })
    .handle((input, ctx) => (input.isObserved ? observed(input, ctx) : other(ctx))),
  f.action('leaves').use(leaves).handle(observed),
  f.action('calls').handle((_input, ctx) => ctx.call(inner, {})),
  f.action('calls.and.answers').handle(async (_input, ctx) => { void ctx.call(inner, {}); await sleep(20); return 'the answer'; }),
  f.action('calls.limited').handle((_input, ctx) =>
    ctx.call(limitedInner, {}).catch((error) => (error.code === 'TIMEOUT' ? 'the answer' : error.code))),
];
// What the server says of itself, without the many lines of \`talks\`.
const log = ({ logger, message, data }) => {
  if (logger === 'server') say('log:', message, data?.cause ?? '');
};
const server = create(all, { graceMs: 100, log });
const drainMs = Number(process.env.DRAIN_MS);
`;

const hosts = {
  stdio: `serveStdio(server, { drainMs, eofDrainMs: drainMs, maxUnsentBytes: 1_000_000 });`,
  http: `
const listener = await serveHttp(server, { port: 0, maxUnsentBytes: 1_000_000 });
process.once('SIGTERM', () => void listener.close({ drainMs }));
say('listening:', listener.url);`,
};

export function scriptFor(transport: 'stdio' | 'http'): string[] {
  return serverScript(tools + hosts[transport]);
}

/**
 * The arguments for a process that runs the same on stdio and passes everything on, but does
 * not read what it says on stdout from the start of the handler to its end.
 */
export function unreadScript(): string[] {
  const relay = `
import { spawn } from 'node:child_process';
const child = spawn(process.execPath, JSON.parse(process.argv[1]), { stdio: ['inherit', 'pipe', 'pipe'] });
child.stdout.pipe(process.stdout);
child.stderr.setEncoding('utf8').on('data', (text) => {
  process.stderr.write(text);
  if (text.includes('observed: started')) child.stdout.unpipe().pause();
  if (text.includes('observed: ended')) child.stdout.pipe(process.stdout);
});
child.on('exit', (code) => process.exit(code));
`;
  return ['--input-type=module', '--eval', relay, JSON.stringify(scriptFor('stdio'))];
}
