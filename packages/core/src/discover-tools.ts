import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FusionError, setupError } from './errors.js';
import { messageOf } from './handler/safe-json.js';
import type { ToolDefinition } from './tool/definition.js';

/**
 * Imports every module of a folder and its folders, in the order of their paths,
 * and gives the tools that they export by default. Test and declaration files
 * are passed over. Throws `SETUP` with the file's name for a module that cannot
 * be imported or exports no tool.
 *
 *     const tools = await discoverTools(new URL('./tools', import.meta.url));
 */
export async function discoverTools<TContext = never>(
  directory: string | URL,
): Promise<ToolDefinition<unknown, unknown, TContext>[]> {
  const root = typeof directory === 'string' ? directory : decodeURIComponent(directory.pathname);
  const files = await readdir(root, { recursive: true });
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
