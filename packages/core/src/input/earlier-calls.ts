import type { CallMemory } from '../handler/call-memory.js';

/** The calls inside a call that earlier rounds have made, each to be found once a round by what it is: the step that makes it, its tool and its arguments. */
export class EarlierCalls {
  readonly #children: Readonly<Record<string, CallMemory>>;
  readonly #keys = new Map<string, string[]>();
  /** How many of a tool are left, by step and name. */
  readonly #left = new Map<string, Set<string>>();

  constructor(children: Readonly<Record<string, CallMemory>>) {
    this.#children = children;
    for (const [key, { args = '' }] of Object.entries(children)) {
      const colon = key.indexOf(':');
      const scope = key.slice(0, key.slice(0, colon).lastIndexOf('.') + 1);
      const name = key.slice(colon + 1);
      listIn(this.#keys, idOf(scope, name, args)).push(key);
      setIn(this.#left, idOf(scope, name)).add(key);
    }
  }

  take(scope: string, name: string, args: string): string | undefined {
    const key = this.#keys.get(idOf(scope, name, args))?.shift();
    if (key !== undefined) this.#left.get(idOf(scope, name))?.delete(key);
    return key;
  }

  /** Whether there is one of this tool, with other arguments, that has done something and was not made again. */
  hasOther(scope: string, name: string): boolean {
    const left = this.#left.get(idOf(scope, name)) ?? [];
    return [...left].some((key) => hasDone(this.#children[key] as CallMemory));
  }
}

function idOf(...parts: readonly string[]): string {
  return parts.join('\n');
}

function listIn(map: Map<string, string[]>, id: string): string[] {
  const list = map.get(id) ?? [];
  map.set(id, list);
  return list;
}

function setIn(map: Map<string, Set<string>>, id: string): Set<string> {
  const set = map.get(id) ?? new Set();
  map.set(id, set);
  return set;
}

/** It is over, or it or a call inside it has run a step or was answered. */
function hasDone({ done, journal = [], responses, children }: CallMemory): boolean {
  return (
    done !== undefined ||
    journal.length > 0 ||
    Object.keys(responses).length > 0 ||
    Object.values(children).some(hasDone)
  );
}
