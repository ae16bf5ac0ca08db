import { describe, expect, it } from 'vitest';
import { fakeServer, textResult, type FakeHandler } from './fake-server.js';
import { runText } from './run-script-text.js';

type Wire = Parameters<FakeHandler>[1];

/** More than a connection keeps of its frames. */
const many = 12_000;

/** Reports once, and when it is cancelled it is given to say what it will of the call, and of another. */
function flooding(say: (wire: Wire) => void): ReturnType<typeof fakeServer> {
  let wire: Wire | undefined;
  return fakeServer({
    'tools/call': (_message, given) => {
      wire = given;
      given.progress({ progress: 1 });
    },
    'notifications/cancelled': () => {
      if (wire) say(wire);
    },
  });
}

function times(count: number, say: (index: number) => void): void {
  for (let index = 0; index < count; index++) say(index);
}

describe('a server that floods the connection', () => {
  it('with logs after the cancel: the cancel is still seen', async () => {
    const server = flooding(({ log }) => times(many, () => log('info', 'flood')));
    const { errors } = await runText('cancel_on progress call_tool try\nsleep 300\nassert_cancelled', server);
    expect(errors).toEqual([]);
  });

  it('with logs after an answer to the cancel: that answer is still seen', async () => {
    const server = flooding(({ error, log }) => {
      error(-32800, 'was cancelled');
      times(many, () => log('info', 'flood'));
    });
    const script = 'cancel_on progress call_tool try\nsleep 300\nlist_tools\nassert_silent 50';
    const { errors } = await runText(script, server);
    expect(errors).toEqual([
      expect.stringMatching(/expected silence, but \d+ ms after the cancel came: .*was cancelled/),
    ]);
  });

  it('with so much of the call that something is not kept: nothing is claimed', async () => {
    const server = flooding(({ progress }) => times(3_000, (index) => progress({ progress: index + 2 })));
    const script = 'cancel_on progress call_tool try\nassert_cancelled\nassert_not assert_cancelled within 1500';
    const { errors, exitCode } = await runText(script, server);
    expect(errors).toEqual([
      'line 3: cannot tell what came of call_tool try after its cancel: 1000 frames were too many to be kept',
    ]);
    expect(exitCode).toBe(1);
  });

  it('with progress and logs of a call: all count, the first and the last thousand are looked at', async () => {
    const server = fakeServer({
      'tools/call': (_message, { progress, log, result }) => {
        times(5_000, (index) => {
          progress({ progress: index + 1, message: `number ${index + 1}` });
          log('info', `entry ${index + 1}`);
        });
        result(textResult('done'));
      },
    });
    const { errors } = await runText(
      [
        'call_tool try',
        'assert_progress min 5000 increasing last 5000 message "number 4001"',
        'assert_progress min 5001',
        'assert_not assert_progress message "number 2500"',
        'assert_log info "entry 1000"',
        'assert_log info "entry 2500"',
        'assert_no_log error',
      ].join('\n'),
      server,
      { era: '2025-11-25' },
    );
    expect(errors).toEqual([
      expect.stringContaining('expected at least 5001 progress notifications; call_tool try got 5000'),
      expect.stringContaining('cannot tell whether one said "number 2500": of the 5000 progress notifications 3000'),
      expect.stringContaining('cannot tell: of the 5000 log messages of call_tool try 3000'),
      expect.stringContaining('cannot tell: of the 5000 log messages of call_tool try 3000'),
    ]);
  });

  it('with progress that once falls, in the middle of what is not kept', async () => {
    const server = fakeServer({
      'tools/call': (_message, { progress, result }) => {
        times(5_000, (index) => progress({ progress: index === 2_500 ? 1 : index + 1 }));
        result(textResult('done'));
      },
    });
    const { errors } = await runText('call_tool try\nassert_progress increasing', server);
    expect(errors).toEqual([expect.stringContaining('expected progress to increase, number 2501 does not')]);
  });
});

it('a call is watched until twenty newer ones were cancelled; then it proves nothing', async () => {
  const others = 20;
  let afterAll: (() => void) | undefined;
  let cancelled = 0;
  const server = fakeServer({
    'tools/call': (_message, { progress }) => progress({ progress: 1 }),
    // Answered when all calls were cancelled.
    ping: (_message, { result }) => (afterAll = () => result({})),
    'notifications/cancelled': () => {
      cancelled++;
      if (cancelled === others + 1) setImmediate(() => afterAll?.());
    },
  });
  const branch = (lines: readonly string[]): string => ['repeat 1', ...lines, 'end'].join('\n');
  const cancel = 'cancel_on progress call_tool try';
  const script = [
    'parallel',
    branch([cancel, 'ping', 'assert_cancelled', 'assert_silent 0']),
    branch(['sleep 300', `repeat ${others}`, cancel, 'end', 'assert_silent 0']),
    'end',
  ].join('\n');
  const { errors } = await runText(script, server, { era: '2025-11-25' });
  expect(errors).toEqual([
    expect.stringContaining('cannot tell what came of call_tool try after its cancel: too many calls were cancelled'),
  ]);
});
