import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bestOf } from '../lib/claims.mjs';
import { echoCall, isEcho } from '../lib/echo.mjs';
import { callHeaders, stateless } from '../lib/messages.mjs';

/** Of 1,024 bytes. */
const inKib = (row) => bestOf('gzipBytes')(row) / 1_024;

export const size = {
  name: 'size',
  title: 'A minimal server in one file',
  about: `A server with one tool that takes one string, bundled and minified by esbuild as an ES module for Node, with all that it
imports, and compressed by gzip. The bundle must answer a call. What tools ask by is in it, whether they ask or not.`,
  sizes: { full: { rounds: 1 }, smoke: { rounds: 1 } },
  figures: {
    gzipBytes: { title: 'bytes, gzip', digits: 0 },
    bytes: { title: 'bytes', digits: 0 },
  },
  rows: [
    { id: 'stdio', title: 'MCP Fusion, `serveStdio`', file: 'stdio.mjs', answerOf: callOverStdio },
    { id: 'fetch', title: 'MCP Fusion, `toFetchHandler`', file: 'fetch.mjs', answerOf: callByFetch },
    { id: 'v2-stdio', title: 'official server 2.x, stdio', file: 'sdk-v2-stdio.mjs', answerOf: callOverStdio },
  ],
  claims: [
    {
      title: 'minimal stdio server, gzip',
      rows: ['stdio'],
      value: inKib,
      unit: 'KiB',
      digits: 1,
      goal: 30,
      gate: 54,
    },
    {
      title: 'minimal web-standard server, gzip',
      rows: ['fetch'],
      value: inKib,
      unit: 'KiB',
      digits: 1,
      goal: 30,
      gate: 56,
    },
  ],
  async run({ file, answerOf }) {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(`../minimal/${file}`, import.meta.url))],
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      write: false,
    });
    const [{ contents }] = outputFiles;
    const answer = await inFile(contents, answerOf);
    if (!isEcho(answer)) throw new Error(`${file}: expected an echo, got ${answer}`);
    return { gzipBytes: gzipSync(contents).length, bytes: contents.length };
  },
};

/** Away from everything that the bundle could still import. */
async function inFile(contents, work) {
  const folder = mkdtempSync(join(tmpdir(), 'minimal-'));
  try {
    const path = join(folder, 'server.mjs');
    writeFileSync(path, contents);
    return await work(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function callOverStdio(path) {
  return spawnSync(process.execPath, [path], { input: `${echoCall(1, stateless)}\n`, encoding: 'utf8' }).stdout;
}

async function callByFetch(path) {
  const { default: server } = await import(pathToFileURL(path).href);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(await callHeaders(undefined, stateless, 'echo')),
  };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: echoCall(1, stateless) });
  return (await server.fetch(request)).text();
}
