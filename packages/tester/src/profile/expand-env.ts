import { UsageError } from '../exit/tester-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** `Bearer ${TOKEN}` with the variables of the environment. Throws `UsageError` on one that is not set. */
export function expandEnv(text: string, env: Environment, where: string): string {
  return text.replaceAll(
    /\$(?:\{([^}]*)\}|([A-Za-z_]\w*))/g,
    (_match, braced: string | undefined, bare: string | undefined) => {
      const name = braced ?? bare ?? '';
      const value = env[name];
      if (value === undefined)
        throw new UsageError(`${where} needs the environment variable ${name}, which is not set.`);
      return value;
    },
  );
}
