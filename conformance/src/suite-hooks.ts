import type { LoadHook } from 'node:module';

/**
 * Takes `globSync` out of what the suite imports from `fs`. Only its `tier-check`
 * command would use it, which we do not run.
 */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith('/@modelcontextprotocol/conformance/dist/index.js')) return loaded;
  if (loaded.source === undefined || loaded.source === null) return loaded;
  const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
  return { ...loaded, source: dropGlobSync(source) };
};

/** `import{existsSync as i,globSync as a,…}from"fs"` → `import{existsSync as i,…}from"fs"` */
export function dropGlobSync(source: string): string {
  return source.replace(
    /(import\s*\{[^}]*?)\bglobSync(?:\s+as\s+[\w$]+)?\s*,?([^}]*\}\s*from\s*["'](?:node:)?fs["'])/,
    '$1$2',
  );
}
