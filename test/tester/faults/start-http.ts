import { spawn } from 'node:child_process';

/** Runs a server in a process of its own that prints its URL, and ends with its stdin. */
export async function startHttp(args: readonly string[]): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The server ended with exit code ${code}.`)));
  });
  return { url, stop: () => child.stdin.end() };
}
