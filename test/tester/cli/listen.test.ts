import { describe, expect, it } from 'vitest';
import { answer, openStream, rawHttpServer, type RawAnswer } from './raw-http-server.js';
import { hostile, runCli, type CliEnd, type CliOptions } from './run-cli.js';

const changed = { method: 'notifications/tools/list_changed', params: {} };
const shown = 'notifications/tools/list_changed {}\n';

const listen = (
  server: { readonly url: string } | string,
  args: readonly string[],
  options?: CliOptions,
): Promise<CliEnd> => runCli([...(typeof server === 'string' ? ['-c', server] : ['-u', server.url]), ...args], options);

/** Ctrl-C when this was printed. */
const interruptAt = (has: string): CliOptions => ({ when: { has, act: (child) => child.kill('SIGINT') } });

describe.concurrent('listen, 2025-11-25 over stdio', () => {
  const era = ['--era', '2025-11-25', 'listen'];

  it('prints what comes until Ctrl-C, which is no failure', async () => {
    const args = [...era, '--subscribe', 'test://a', '--subscribe', 'test://b'];
    const end = await listen(hostile('updates'), args, interruptAt('"test://b"}\n'));
    expect(end.stdout).toBe(
      'notifications/resources/updated {"uri":"test://a"}\nnotifications/resources/updated {"uri":"test://b"}\n',
    );
    expect(end.stderr).toContain('Listening for notifications and updates of test://a, test://b. Ctrl-C ends it.\n');
    expect(end.code).toBe(0);
  });

  it('ends by itself after --duration', async () => {
    const end = await listen(hostile(), [...era, '--duration', '100ms']);
    expect(end).toEqual({ code: 0, stdout: '', stderr: 'Listening for notifications.\n' });
  });

  it('a server that dies is a lost connection', async () => {
    const end = await listen(`exec ${hostile('updates')}`, [...era, '--subscribe', 'test://last', '--format', 'json']);
    expect(end.code).toBe(3);
    expect(end.stderr).toContain('The server ended with exit code 7. Last lines of its stderr:\n  out of memory\n');
    expect(end.stderr.match(/out of memory/g)).toHaveLength(1);
    expect(end.stdout.split('\n')[0]).toBe(
      '{"method":"notifications/resources/updated","params":{"uri":"test://last"}}',
    );
  });

  it('a server that knows no resources refuses the subscription', async () => {
    const end = await listen(hostile(), [...era, '--subscribe', 'test://a']);
    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining('RPC error (-32601)') });
  });

  it.each(['soon', '-1s', '1000h'])('--duration %s is refused', async (duration) => {
    const end = await listen(hostile(), ['listen', `--duration=${duration}`]);
    expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining('Expected --duration to be') });
  });
});

describe.concurrent('listen, 2025-11-25 over HTTP', () => {
  const era = ['--era', '2025-11-25', 'listen'];
  const tells: RawAnswer = (_get, response) => openStream(response)(changed);

  it('reads the GET stream until Ctrl-C, and closes it', async () => {
    await using server = await rawHttpServer({ GET: tells });
    const end = await listen(server, era, interruptAt(shown));
    expect(end).toEqual({ code: 0, stdout: shown, stderr: 'Listening for notifications. Ctrl-C ends it.\n' });
    expect(server.dropped.map(({ method }) => method)).toEqual(['GET']);
  });

  it('a stream that the server ends in order is no failure', async () => {
    await using server = await rawHttpServer({
      GET: (get, response) => {
        tells(get, response);
        response.end();
      },
    });
    const end = await listen(server, era);
    expect(end).toMatchObject({ code: 0, stdout: shown });
    expect(end.stderr).toContain('The server has ended it: nothing more will come.\n');
  });

  it('a stream that breaks off is a lost connection', async () => {
    await using server = await rawHttpServer({
      GET: (get, response) => {
        tells(get, response);
        setImmediate(() => response.destroy());
      },
    });
    const end = await listen(server, era);
    expect(end).toMatchObject({ code: 3, stderr: expect.stringContaining('broke off') });
  });

  it('a server without such a stream says so', async () => {
    await using server = await rawHttpServer();
    const end = await listen(server, era);
    expect(end).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The server has no stream for notifications outside of calls: it answered GET with HTTP 405.\n',
    });
  });

  it('a GET that is never answered is given up after --timeout', async () => {
    await using server = await rawHttpServer({ GET: () => {} });
    const end = await listen(server, ['--timeout', '3s', ...era]);
    expect(end.code).toBe(1);
    expect(end.stderr).toContain('it did not answer GET within 3000 ms.');
    expect(server.dropped.map(({ method }) => method)).toEqual(['GET']);
  });

  it('a GET that is never answered ends with Ctrl-C', async () => {
    await using server = await rawHttpServer({ GET: () => {} });
    const end = await listen(server, ['-vv', ...era], interruptAt('GET'));
    expect(end.code).toBe(130);
  });
});

describe.concurrent('listen, 2026-07-28', () => {
  const era = ['--era', '2026-07-28', 'listen'];
  const subscribed =
    (then: RawAnswer): RawAnswer =>
    (listening, response) => {
      const say = openStream(response);
      const { notifications } = listening.params;
      say({ method: 'notifications/subscriptions/acknowledged', params: { notifications } });
      say(changed);
      then(listening, response);
    };

  it('subscribes to what the server declares and what is asked for, until Ctrl-C', async () => {
    await using server = await rawHttpServer({ 'subscriptions/listen': subscribed(() => {}) });
    const end = await listen(server, [...era, '--subscribe', 'test://a'], interruptAt(shown));
    expect(end.code).toBe(0);
    expect(end.stderr).toContain('Listening for toolsListChanged, resourcesListChanged, test://a. Ctrl-C ends it.\n');
    const [, listening, ...rest] = server.received;
    expect(listening?.params['notifications']).toEqual({
      toolsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ['test://a'],
    });
    expect(rest).toEqual([]);
    expect(server.dropped).toEqual([listening]);
  });

  it('a subscription that the server ends in order is no failure', async () => {
    await using server = await rawHttpServer({
      'subscriptions/listen': subscribed(({ id }, response) => {
        response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete' } })}\n\n`);
      }),
    });
    const end = await listen(server, era);
    expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining(shown) });
    expect(end.stderr).toContain('The server has ended it: nothing more will come.\n');
  });

  it('a subscription that breaks off is a lost connection', async () => {
    await using server = await rawHttpServer({
      'subscriptions/listen': subscribed((_listening, response) => setImmediate(() => response.destroy())),
    });
    expect(await listen(server, era)).toMatchObject({ code: 3, stderr: expect.stringContaining('broke off') });
  });

  it('a server without subscriptions says so', async () => {
    await using server = await rawHttpServer();
    expect(await listen(server, era)).toMatchObject({
      code: 1,
      stderr: 'The server has no subscriptions: it does not know subscriptions/listen.\n',
    });
  });

  it('a refusal is the server’s own', async () => {
    await using server = await rawHttpServer({
      'subscriptions/listen': ({ id }, response) =>
        answer(response, { id, error: { code: -32602, message: 'no' } }, 400),
    });
    expect(await listen(server, era)).toMatchObject({ code: 1, stderr: 'RPC error (-32602): no\n' });
  });

  it('one that is never acknowledged is given up after --timeout: one line, one cancel', async () => {
    await using server = await rawHttpServer({ 'subscriptions/listen': () => {} });
    const [overHttp, overStdio] = await Promise.all([
      listen(server, ['--timeout', '3s', ...era]),
      listen(hostile('unheard'), ['-vv', '--timeout', '3s', ...era]),
    ]);
    const line = 'The server did not acknowledge subscriptions/listen within 3000 ms.\n';
    expect(overHttp).toEqual({ code: 1, stdout: '', stderr: line });
    expect(server.dropped.map(({ method }) => method)).toEqual(['subscriptions/listen']);
    expect(overStdio.code).toBe(1);
    expect(overStdio.stderr).toContain(line);
    expect(overStdio.stderr.match(/"notifications\/cancelled"/g)).toHaveLength(1);
  });
});
