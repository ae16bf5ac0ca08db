import type { CacheHints } from '@mcpfusion/protocol';
import { isObject } from '@mcpfusion/protocol';
import type { ProgressOptions } from '../call/progress-channel.js';
import { areIcons, checkLimits } from '../tool/check-definition.js';
import { expect, isCount, isDuration, isFunction, isPositiveCount, isText, isTruthValue } from '../tool/expect.js';
import { check, checkOptions, oneOf, type Check, type Checks } from './check-options.js';
import { inputChecks } from './input-settings.js';
import type { LoggingOptions, ServerOptions } from './server.js';

const text: Check = { isFine: isText, expected: 'a string' };
const truthValue: Check = { isFine: isTruthValue, expected: 'a boolean' };
const aFunction: Check = { isFine: isFunction, expected: 'a function' };
const anObject: Check = { isFine: isObject, expected: 'an object' };

export const serverDefaults = { graceMs: 5_000, maxLogsPerSecond: 1_000 } as const;

export const serverChecks: Checks<ServerOptions<object>> = {
  name: check.text,
  version: check.text,
  title: text,
  websiteUrl: text,
  icons: { isFine: areIcons, expected: 'objects with a src' },
  instructions: text,
  tools: { isFine: Array.isArray, expected: 'a list of tool definitions' },
  contextFactory: aFunction,
  concurrency: anObject,
  graceMs: check.duration,
  progress: anObject,
  logging: { isFine: (value) => isTruthValue(value) || isObject(value), expected: 'a boolean or an object' },
  log: { isFine: (value) => value === false || isFunction(value), expected: 'a function or false' },
  cache: anObject,
  pageSize: { isFine: isPositiveCount, expected: 'an integer, 1 or more' },
  nameSeparator: text,
  invalidArguments: oneOf('tool-error', 'protocol-error'),
  validator: aFunction,
  input: anObject,
  store: anObject,
  development: truthValue,
  onCallEvent: aFunction,
};

export const progressChecks: Checks<ProgressOptions> = {
  minIntervalMs: check.duration,
  heartbeatMs: { isFine: (value) => isDuration(value) && value !== 0, expected: 'milliseconds, more than 0' },
  eta: truthValue,
};

export const loggingChecks: Checks<LoggingOptions> = { maxPerSecond: check.positive };

const cacheChecks: Checks<CacheHints> = {
  ttlMs: { isFine: isCount, expected: 'whole milliseconds, 0 or more' },
  cacheScope: oneOf('public', 'private'),
};

/** Throws `SETUP` for options that no server could run with, naming the option. */
export function checkServerOptions(options: ServerOptions<object>): void {
  expect(isObject(options), 'createServer() to get an object', options);
  for (const name of ['name', 'version', 'tools'] as const)
    expect(options[name] !== undefined, `${name} to be ${serverChecks[name].expected}`, undefined);
  checkOptions(options, serverChecks);
  const { tools, concurrency, progress, logging, cache, input } = options;
  for (const tool of tools) expect(isFunction(tool?.handler), 'each tool to be finished with .handle(…)', tool);
  if (concurrency) checkLimits('', concurrency);
  if (progress) checkOptions(progress, progressChecks, 'progress.');
  if (isObject(logging)) checkOptions(logging, loggingChecks, 'logging.');
  if (input) checkOptions(input, inputChecks, 'input.');
  if (cache) checkOptions(cache, cacheChecks, 'cache.');
}
