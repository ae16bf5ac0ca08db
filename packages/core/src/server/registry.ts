import type { ToolListing } from '@mcpfusion/protocol';
import type { CallEngine } from '../call/engine.js';
import { setupError } from '../errors.js';
import type { CompiledTool } from '../tool/compile-tool.js';
import type { ToolDefinition } from '../tool/definition.js';

/** The tools of a server by wire name, compiled and listed once. */
export class Registry {
  readonly #tools = new Map<string, CompiledTool>();
  readonly listings: readonly ToolListing[];

  constructor(definitions: readonly ToolDefinition[], engine: CallEngine, nameSeparator: string) {
    for (const definition of definitions) {
      const wireName = definition.name.split('.').join(nameSeparator);
      if (this.#tools.has(wireName)) throw setupError(`Expected each tool name once, got '${wireName}' twice.`);
      this.#tools.set(wireName, engine.compile(definition, wireName));
    }
    this.listings = Object.freeze([...this.#tools].map(([name, { definition }]) => toListing(name, definition)));
  }

  /** Some tool may ask and does more than read: what it was answered must count once. */
  get mayAskOnce(): boolean {
    return [...this.#tools.values()].some(({ definition: { kind, interactive } }) => interactive && kind !== 'query');
  }

  get size(): number {
    return this.#tools.size;
  }

  find(name: string): CompiledTool | undefined {
    return this.#tools.get(name);
  }
}

function toListing(name: string, definition: ToolDefinition): ToolListing {
  const { title, description, icons, annotations, input, output } = definition;
  return Object.freeze({
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(icons === undefined ? {} : { icons }),
    inputSchema: input.jsonSchema,
    ...(output === undefined ? {} : { outputSchema: output.jsonSchema }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  });
}
