import { initMCPFusion } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { endpointDefaults, serveHttpChecks, listenDefaults } from '../../packages/core/src/http/endpoint-options.js';
import { sessionDefaults } from '../../packages/core/src/http/sessions.js';
import {
  loggingChecks,
  progressChecks,
  serverChecks,
  serverDefaults,
} from '../../packages/core/src/server/check-server-options.js';
import { defaultDrainMs } from '../../packages/core/src/server/drain.js';
import { inputChecks, inputDefaults } from '../../packages/core/src/server/input-settings.js';
import { memoryStoreDefaults } from '../../packages/core/src/store/memory-store.js';
import { defaultLimits } from '../../packages/core/src/server/limits.js';
import { stdioChecks, stdioDefaults } from '../../packages/core/src/stdio/stdio-options.js';
import { readText } from './files.js';

interface Row {
  readonly option: string;
  readonly default: string;
}

const inside = (path: string, checks: object): string[] => Object.keys(checks).map((name) => `${path}.${name}`);

/** What a finished tool says of its limits. */
const { timeoutMs, concurrency } = initMCPFusion()
  .query('x')
  .timeout(1)
  .concurrency({ max: 1, queue: 1 })
  .handle(() => 'x');
const ofTool = [...Object.keys({ timeoutMs }), ...inside('concurrency', concurrency ?? {})];

const known = new Set([
  ...Object.keys({ ...serveHttpChecks, ...stdioChecks, ...serverChecks }),
  ...inside('logging', loggingChecks),
  ...inside('progress', progressChecks),
  ...inside('input', inputChecks),
  ...Object.keys(memoryStoreDefaults),
  ...ofTool,
]);

/** Options that bound nothing. */
const others = new Set(
  `allowedHosts allowedOrigins responseMode sessions openAfterMs keepAliveMs port host path resultGapMs name version title
  websiteUrl icons instructions tools contextFactory concurrency progress logging log cache nameSeparator invalidArguments
  validator development onCallEvent input store input.stateKeys progress.heartbeatMs progress.eta`.split(/\s+/),
);

const defaults: Readonly<Record<string, number | undefined>> = {
  ...defaultLimits,
  ...endpointDefaults,
  ...listenDefaults,
  ...sessionDefaults,
  ...stdioDefaults,
  ...memoryStoreDefaults,
  ...Object.fromEntries(Object.entries(inputDefaults).map(([name, value]) => [`input.${name}`, value])),
  drainMs: defaultDrainMs,
  graceMs: serverDefaults.graceMs,
  'logging.maxPerSecond': serverDefaults.maxLogsPerSecond,
  'progress.minIntervalMs': 0,
};

/** For each option, the file and a part of the title of the test that fails when the limit does not hold. */
const tests: Readonly<Record<string, readonly [file: string, title: string]>> = {
  maxInFlight: ['test/limits/in-flight.test.ts', 'refuses one more request at once, and a cancel makes room'],
  maxBodyBytes: ['packages/core/src/http/endpoint.test.ts', 'a body that is too long'],
  maxLineBytes: ['packages/core/src/stdio/serve-stdio.test.ts', 'a line that is too long'],
  maxJsonDepth: ['packages/core/src/server/faults.test.ts', 'a message that is nested too deep'],
  requestTimeoutMs: ['test/limits/request-timeout.test.ts', 'ends %s with 408, and the connection'],
  maxUnsentBytes: ['packages/core/src/stdio/serve-stdio.test.ts', 'is read no further when more than maxUnsentBytes'],
  'logging.maxPerSecond': ['test/limits/log-rate.test.ts', 'beyond maxPerSecond log messages are lost'],
  maxSessions: ['packages/core/src/http/sessions.test.ts', 'one that is too many (maxSessions) is refused'],
  sessionIdleMs: ['packages/core/src/http/sessions.test.ts', 'a session with an open call does not expire'],
  'concurrency.max': ['packages/core/src/call/scheduler.test.ts', 'lets as many in as it says'],
  'concurrency.queue': ['packages/core/src/call/run-call.test.ts', 'refuses beyond the queue with SERVER_BUSY'],
  timeoutMs: ['packages/core/src/call/run-call.test.ts', 'is answered once with TIMEOUT'],
  graceMs: ['packages/core/src/call/run-call.test.ts', 'frees slot and key after the grace period'],
  eofDrainMs: ['packages/core/src/stdio/serve-stdio.test.ts', 'cancels a call that does not: the client is gone'],
  drainMs: ['packages/core/src/stdio/serve-stdio.test.ts', 'ends what does not end in time with an answer'],
  'input.maxRounds': ['test/input/rounds.test.ts', 'a ninth question is not asked'],
  'input.timeoutMs': ['test/input/person.test.ts', 'a question that nobody answers in time is taken back'],
  'input.stateTtlMs': ['test/input/state.test.ts', 'a state that has expired'],
  'input.maxStateBytes': ['test/input/large-state.test.ts', 'a state that is too large to travel is kept'],
  'input.visitHoldMs': ['test/input/visits-retry.test.ts', 'is held no longer than visitHoldMs'],
  maxChars: ['packages/core/src/store/memory-store.test.ts', 'keeps no more than maxChars'],
  pageSize: ['packages/core/src/server/methods/methods.test.ts', 'in pages of %i gives each tool once'],
  'progress.minIntervalMs': ['packages/core/src/call/progress-channel.test.ts', 'keeps a least interval, latest wins'],
};

async function rows(): Promise<Row[]> {
  const lines = (await readText('docs/limits.md')).split('\n').filter((line) => line.startsWith('| '));
  const cells = lines.slice(2).map((line) => line.split('|').map((cell) => cell.trim()));
  return cells.map(([, , option = '', , value = '']) => ({ option, default: value }));
}

const units: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 * 1024,
  Mi: 1024 * 1024,
  ms: 1,
  s: 1_000,
  min: 60_000,
};

/** `4 MiB`, `20,000`, `none`. */
function valueOf(text: string): number | undefined {
  if (text === 'none') return undefined;
  const [, digits = '', unit] = /^([\d,]+)(?: (\w+))?(?: characters)?$/.exec(text) ?? [];
  return Number(digits.replaceAll(',', '')) * (unit === undefined ? 1 : (units[unit] ?? Number.NaN));
}

describe('docs/limits.md', async () => {
  const named = (await rows()).flatMap(({ option, default: value }) => {
    const [, name] = /^`([\w.]+)`$/.exec(option) ?? [];
    return name === undefined ? [] : [{ name, value }];
  });
  const names = new Set(named.map(({ name }) => name));

  it('has every option that is a limit, and no other', () => {
    expect([...names].toSorted()).toEqual([...known].filter((name) => !others.has(name)).toSorted());
    expect([...others].filter((name) => !known.has(name))).toEqual([]);
  });

  it('has their true defaults', () => {
    expect(named.map(({ name, value }) => [name, valueOf(value)])).toEqual(
      named.map(({ name }) => [name, defaults[name]]),
    );
  });

  it('has a test for each of them', async () => {
    expect(Object.keys(tests).toSorted()).toEqual([...names].toSorted());
    for (const [file, title] of Object.values(tests)) expect(await readText(file), file).toContain(title);
  });

  it('says what is fixed', async () => {
    const fixed = (await rows()).filter(({ option }) => !option.startsWith('`'));
    expect(fixed.map((row) => row.default)).toEqual(['1,000', '5 s', '32', '10,000 and 20', '16 KiB']);
  });
});
