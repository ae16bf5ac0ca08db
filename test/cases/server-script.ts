const door = (name: string): string => new URL(`../../packages/core/dist/${name}.js`, import.meta.url).href;

/**
 * The arguments for Node that run a server of its own, from the built package, with its default log.
 * The script ends with `serve([…tools], { …stdio options }, { …server options })`, or with
 * `await listen([…tools], { …http options })`, which prints the url.
 */
export function serverScript(script: string): string[] {
  const prelude = `
import { serveStdio } from '${door('stdio')}';
import { createServer, initMCPFusion, progress } from '${door('index')}';
import { serveHttp } from '${door('node')}';
const f = initMCPFusion();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (...words) => process.stderr.write(words.join(' ') + '\\n');
const echo = f.query('echo').withString('text').handle(({ text }) => text);
const create = (tools, server = {}) => createServer({ name: 'child', version: '1', tools: [echo, ...tools], ...server });
const serve = (tools = [], stdio = {}, server = {}) => serveStdio(create(tools, server), stdio);
const listen = async (tools = [], http = {}, server = {}) => {
  const listener = await serveHttp(create(tools, server), { port: 0, ...http });
  say('listening:', listener.url);
  return listener;
};
`;
  return ['--input-type=module', '--eval', prelude + script];
}
