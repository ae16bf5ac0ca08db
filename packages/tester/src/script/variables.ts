import { scriptError } from './failure.js';

export interface VariableSources {
  readonly variables: ReadonlyMap<string, string>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const reference = /\$(?:\$|env\.([A-Za-z_][A-Za-z0-9_]*)|([A-Za-z_][A-Za-z0-9_]*))/g;

/** Whether a variable of that name can be referred to. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/**
 * Replaces `$NAME`, `$env.NAME` and `$$` (a dollar) in a token, once: what a value holds is not looked at again.
 * Any other dollar stays: `$.x`, `$5`, `${x}`. Throws a script error for a name that has no value.
 */
export function substitute(token: string, { variables, env }: VariableSources): string {
  return token.replace(reference, (whole, envName: string | undefined, name: string | undefined) => {
    if (whole === '$$') return '$';
    if (envName !== undefined) {
      const value = env[envName];
      if (value === undefined) throw scriptError(`expected an environment variable ${envName}, it is not set`);
      return value;
    }
    const value = name === undefined ? undefined : variables.get(name);
    if (value === undefined) throw scriptError(`unknown variable $${name} ($$ writes a dollar)`);
    return value;
  });
}
