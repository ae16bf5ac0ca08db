import { expect, it } from 'vitest';
import { createServer } from '../server/server.js';
import type { EndpointOptions } from './endpoint-options.js';
import { toFetchHandler } from './fetch-handler.js';
import { serveHttp } from './node-listener.js';

const create = () => createServer({ name: 'test', version: '1', log: false, tools: [] });

const hosts = "allowedHosts to be a list of host names such as 'api.example', without scheme, path and *, or 'any'";
const origins =
  "allowedOrigins to be a list of origins such as 'https://app.example', without path, closing slash and *, or 'any'";

it.each([
  [{ maxBodyBytes: -1 }, 'maxBodyBytes to be a whole number of bytes, 1 or more, got -1.'],
  [{ maxBodyBytes: Number.NaN }, 'maxBodyBytes to be a whole number of bytes, 1 or more, got NaN.'],
  [{ maxUnsentBytes: '4 MiB' }, 'maxUnsentBytes to be a whole number of bytes, 1 or more, got "4 MiB".'],
  [{ maxJsonDepth: 5_000 }, 'maxJsonDepth to be an integer from 1 to 1000, got 5000.'],
  [{ maxJsonDepth: Number.POSITIVE_INFINITY }, 'maxJsonDepth to be an integer from 1 to 1000, got Infinity.'],
  [{ maxInFlight: 0 }, 'maxInFlight to be a whole number, 1 or more, got 0.'],
  [{ sessions: 'of' }, `sessions to be 'on' or 'off', got "of".`],
  [{ responseMode: 'sse' }, `responseMode to be 'auto' or 'json', got "sse".`],
  [{ openAfterMs: '1s' }, 'openAfterMs to be milliseconds, 0 or more, got "1s".'],
  [{ keepAliveMs: -1 }, 'keepAliveMs to be milliseconds, 0 or more, got -1.'],
  [{ sessionIdleMs: null }, 'sessionIdleMs to be milliseconds, 0 or more, got null.'],
  [{ maxSessions: -1 }, 'maxSessions to be a whole number, 0 or more, got -1.'],
  [{ maxSessions: 0.5 }, 'maxSessions to be a whole number, 0 or more, got 0.5.'],
  [{ maxBodyBytes: 1.5 }, 'maxBodyBytes to be a whole number of bytes, 1 or more, got 1.5.'],
  [{ allowedHosts: 'localhost' }, `${hosts}, got "localhost".`],
  [{ allowedHosts: ['https://app.example'] }, `${hosts}, got ["https://app.example"].`],
  [{ allowedHosts: ['app.example/mcp'] }, `${hosts}, got ["app.example/mcp"].`],
  [{ allowedHosts: ['*.example'] }, `${hosts}, got ["*.example"].`],
  [{ allowedHosts: [''] }, `${hosts}, got [""].`],
  [{ allowedOrigins: [7n] }, `${origins}, got ["7n"].`],
  [{ allowedOrigins: ['https://app.example/'] }, `${origins}, got ["https://app.example/"].`],
  [{ allowedOrigins: ['https://app.example/a'] }, `${origins}, got ["https://app.example/a"].`],
  [{ allowedOrigins: ['app.example'] }, `${origins}, got ["app.example"].`],
  [{ allowedOrigins: ['https://*.example'] }, `${origins}, got ["https://*.example"].`],
])('%o is refused', (options, sentence) => {
  const setUp = { code: 'SETUP', message: `Expected ${sentence}` };
  expect(() => toFetchHandler(create(), options as EndpointOptions)).toThrow(expect.objectContaining(setUp));
});

it.each([
  [{ port: 70_000 }, 'port to be an integer from 0 to 65535, got 70000.'],
  [{ path: 'mcp' }, `path to be a path that begins with '/', got "mcp".`],
  [{ host: '' }, 'host to be a string that is not empty, got "".'],
  [{ sessions: false }, `sessions to be 'on' or 'off', got false.`],
])('serveHttp with %o rejects', async (options, sentence) => {
  await expect(serveHttp(create(), options as never)).rejects.toMatchObject({
    code: 'SETUP',
    message: `Expected ${sentence}`,
  });
});

it('what may be endless may be Infinity, and undefined is the default', async () => {
  const endless = Number.POSITIVE_INFINITY;
  const options = { maxBodyBytes: endless, maxUnsentBytes: endless, openAfterMs: endless, sessionIdleMs: endless };
  expect(() =>
    toFetchHandler(create(), { ...options, keepAliveMs: endless, maxSessions: endless, maxInFlight: endless }),
  ).not.toThrow();
  const server = create();
  const more = { port: 0, host: undefined, path: undefined, sessions: undefined } as never;
  const { url } = await serveHttp(server, more);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  await server.close();
});

it.each([
  [{ maxInflight: 1 }, 'one of the options maxInFlight, maxJsonDepth, ', ', got "maxInflight".'],
  [{ requestTimeoutMs: 5 }, 'one of the options ', ', got "requestTimeoutMs".'],
  [null, 'the options to be an object', ', got null.'],
  [[], 'the options to be an object', ', got [].'],
  ['x', 'the options to be an object', ', got "x".'],
])('options that are none are refused: %j', (options, begin, end) => {
  const message = new RegExp(`^Expected ${begin}.*${end.replaceAll(/[[\].]/g, String.raw`\$&`)}$`);
  expect(() => toFetchHandler(create(), options as EndpointOptions)).toThrow(message);
});

it.each(['10000', Number.NaN, -1, null])('closing in %s ms is refused, and closes nothing', async (drainMs) => {
  const server = create();
  const listener = await serveHttp(server, { port: 0 });
  const closing = { drainMs } as { drainMs: number };
  const refused = expect.objectContaining({ code: 'SETUP', message: expect.stringContaining('drainMs to be') });
  await expect(listener.close(closing)).rejects.toEqual(refused);
  await expect(server.close(closing)).rejects.toEqual(refused);
  expect((await fetch(listener.url, { method: 'PUT' })).status).toBe(405);
  await server.close();
});
