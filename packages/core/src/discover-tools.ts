import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FusionError, setupError } from './errors.js';
import { messageOf } from './handler/safe-json.js';
import type { ToolDefinition } from './tool/definition.js';

/**
 * Imports every module of a folder and its folders, in the order of their paths,
 * and gives the tools that they export by default. Test and declaration files
 * are passed over. Throws `SETUP` with the path for a folder that cannot be read,
 * and for a module that cannot be imported or exports no tool.
 *
 * `TContext` is what the tools need; no compiler can look into a folder, so it is
 * taken on trust. Default: nothing.
 *
 *     const tools = await discoverTools<AppContext>(new URL('./tools', import.meta.url));
 */
export async function discoverTools<TContext = {}>(
  directory: string | URL,
): Promise<ToolDefinition<unknown, unknown, TContext>[]> {
  const root = typeof directory === 'string' ? directory : fileURLToPath(directory);
  const files = await readdir(root, { recursive: true }).catch((cause: unknown) => {
    throw setupError(`Expected ${root} to be a folder of tools, got: ${messageOf(cause)}`, cause);
  });
  const modules = files.filter(isModule).toSorted();
  return Promise.all(modules.map((file) => importTool<TContext>(join(root, file))));
}

async function importTool<TContext>(path: string): Promise<ToolDefinition<unknown, unknown, TContext>> {
  let module: { readonly default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  } catch (cause) {
    if (cause instanceof FusionError) throw setupError(`${path}: ${cause.message}`, cause);
    throw setupError(`Expected ${path} to be importable, got: ${messageOf(cause)}`, cause);
  }
  if (!isTool(module.default))
    throw setupError(`Expected ${path} to export a tool by default, got ${typeof module.default}.`);
  return module.default as ToolDefinition<unknown, unknown, TContext>;
}

function isModule(file: string): boolean {
  return /\.(js|mjs|ts|mts)$/.test(file) && !/(\.d\.m?ts|\.test\.m?[jt]s)$/.test(file);
}

function isTool(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'handler' in value && 'kind' in value && Object.isFrozen(value);
}
