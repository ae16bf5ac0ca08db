import { setupError } from '../errors.js';

/** Fewest characters of a key: less could be guessed. */
export const shortestKey = 32;

const encoder = new TextEncoder();

// Its name is not global in the types of every platform.
type Key = Awaited<ReturnType<typeof crypto.subtle.deriveKey>>;

/**
 * The keys that states are sealed with: the first seals, all open. Each is a secret of at least 32 characters, from
 * which the key of AES-256-GCM is derived.
 */
export class StateKeys {
  /** Made by this process: no other can open what it seals, nor can it after a restart. */
  readonly isRandom: boolean;
  readonly #secrets: readonly string[];
  /** Made with the first state: a server that never asks does not wait for them. */
  #keys: readonly Promise<Key>[] | undefined;

  constructor(secrets: readonly string[] | undefined) {
    this.isRandom = secrets === undefined;
    this.#secrets = secrets ?? [crypto.randomUUID() + crypto.randomUUID()];
  }

  current(): Promise<Key> {
    return this.all()[0] as Promise<Key>;
  }

  all(): readonly Promise<Key>[] {
    if (!this.#keys) {
      this.#keys = this.#secrets.map(derive);
      // Awaited one after the other; until then nobody handles what they reject with.
      for (const key of this.#keys) key.catch(() => {});
    }
    return this.#keys;
  }
}

/** From the option, or `MCPFUSION_STATE_KEY`: one secret, or several with commas between, the newest first. */
export function readSecrets(option: unknown): readonly string[] | undefined {
  if (option !== undefined) return check('input.stateKeys', typeof option === 'string' ? [option] : option);
  const { env } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {};
  const given = env?.['MCPFUSION_STATE_KEY'];
  // An empty one is a mistake of whoever deploys, and must not pass for none.
  return given === undefined
    ? undefined
    : check(
        'MCPFUSION_STATE_KEY',
        given.split(',').map((secret) => secret.trim()),
      );
}

/** Nothing of a secret is in the message: their number and lengths alone. */
function check(where: string, secrets: unknown): readonly string[] {
  const isList = Array.isArray(secrets) && secrets.length > 0 && secrets.every((secret) => typeof secret === 'string');
  if (isList && secrets.every((secret) => secret.length >= shortestKey)) return secrets;
  const got = isList ? `lengths ${secrets.map((secret) => secret.length).join(', ')}` : 'something else';
  throw setupError(
    `Expected ${where} to be secrets of at least ${shortestKey} characters, got ${got}. \`openssl rand -base64 32\` makes one.`,
  );
}

async function derive(secret: string): Promise<Key> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey']);
  const params = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode('mcpfusion request state'),
  };
  return crypto.subtle.deriveKey(params, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
