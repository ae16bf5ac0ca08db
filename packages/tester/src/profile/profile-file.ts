import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@mcpfusion/protocol';
import { isAlias, isMap, isNode, parseDocument, visit, type Document, type Node } from 'yaml';
import { UsageError } from '../exit/tester-error.js';
import { checkProfile, type Profile } from './profile.js';

export const profileFileName = 'mcp-tester.yml';

/** `mcp-tester.yml` of a folder. Comments and the order of what is there survive a change. */
export class ProfileFile {
  readonly #path: string;
  readonly #document: Document;
  readonly #lineEnd: string;

  private constructor(path: string, document: Document, lineEnd: string) {
    this.#path = path;
    this.#document = document;
    this.#lineEnd = lineEnd;
  }

  /** A file that does not exist holds no profiles. Rejects with `UsageError` on one that is no YAML map. */
  static async read(folder: string): Promise<ProfileFile> {
    const path = join(folder, profileFileName);
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw new UsageError(`Could not read ${profileFileName}: ${error.message}`, { cause: error });
    });
    const document = parseDocument(text);
    const [problem] = document.errors;
    if (problem) throw new UsageError(`${profileFileName} is no YAML document: ${problem.message}`);
    if (document.contents !== null && !isMap(document.contents)) {
      throw new UsageError(`Expected ${profileFileName} to be a map with the key "profiles".`);
    }
    return new ProfileFile(path, document, text.includes('\r\n') ? '\r\n' : '\n');
  }

  get names(): string[] {
    return Object.keys(this.#entries());
  }

  /** Undefined where there is none of that name. Throws `UsageError` on one that is wrong. */
  get(name: string): Profile | undefined {
    const entries = this.#entries();
    return Object.hasOwn(entries, name) ? checkProfile(name, entries[name]) : undefined;
  }

  /** Changes single keys; `undefined` takes one away. What else the profile holds stays. */
  change(name: string, changes: Readonly<Record<string, unknown>>): void {
    this.#entries();
    this.#expandAliases();
    if (!isMap(this.#document.get('profiles', true))) this.#document.set('profiles', this.#document.createNode({}));
    if (!isMap(this.#document.getIn(['profiles', name], true))) {
      this.#document.setIn(['profiles', name], this.#document.createNode({}));
    }
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) this.#document.deleteIn(['profiles', name, key]);
      else this.#document.setIn(['profiles', name, key], value);
    }
  }

  delete(name: string): void {
    this.#expandAliases();
    this.#document.deleteIn(['profiles', name]);
  }

  async write(): Promise<void> {
    // Long commands stay on one line.
    const text = this.#document.toString({ lineWidth: 0 });
    await writeFile(this.#path, this.#lineEnd === '\n' ? text : text.replaceAll('\n', this.#lineEnd));
  }

  /** What one profile shares with another it has for itself from now on: a change of one is none of the other. */
  #expandAliases(): void {
    visit(this.#document, {
      Alias: (_key, alias) => {
        const shared = alias.resolve(this.#document);
        return isNode(shared) && !isAlias(shared) ? withoutAnchor(shared) : undefined;
      },
    });
    visit(this.#document, { Node: (_key, node) => void delete (node as { anchor?: string }).anchor });
  }

  #entries(): Readonly<Record<string, unknown>> {
    const content: unknown = this.#document.toJS() ?? {};
    const profiles: unknown = isObject(content) ? (content['profiles'] ?? {}) : {};
    if (!isObject(profiles)) throw new UsageError(`Expected "profiles" in ${profileFileName} to be a map.`);
    return profiles;
  }
}

function withoutAnchor(node: Node): Node {
  const copy = node.clone() as Node & { anchor?: string };
  delete copy.anchor;
  return copy;
}
