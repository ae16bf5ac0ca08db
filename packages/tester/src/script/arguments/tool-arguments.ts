import type { ListedTool } from '@mcpfusion/client';
import { isObject, type Params } from '@mcpfusion/protocol';
import { scriptError } from '../failure.js';
import { compareBytes } from '../values/sorted-json.js';
import { convertArgument } from './convert.js';
import { readNamed } from './named.js';

/**
 * The arguments of a call: `b:1 41` for a tool of `a` and `b` is `{ a: 41, b: 1 }`.
 *
 * Values without a name go to the properties that were not named, in the order of their names, optional ones included.
 * A tool that the server does not list has no properties: it is called with `{}`, and the server says that it is unknown.
 */
export function toolArguments(tool: ListedTool | undefined, tokens: readonly string[]): Params {
  if (!tool) return {};
  const properties = propertiesOf(tool);
  const given = new Map<string, string>();
  const positional: string[] = [];
  for (const token of tokens) {
    const named = readNamed(token);
    if (!named) positional.push(token);
    else if (Object.hasOwn(properties, named.name)) given.set(named.name, named.value);
    else throw scriptError(`unknown argument "${named.name}" of ${tool.name}; ${listed(properties)}`);
  }
  const free = namesOf(properties).filter((name) => !given.has(name));
  if (positional.length > free.length) {
    const extra = positional.slice(free.length).map((value) => JSON.stringify(value));
    throw scriptError(`too many values for ${tool.name}: ${extra.join(', ')}; ${listed(properties)}`);
  }
  for (const [index, value] of positional.entries()) given.set(free[index] ?? '', value);
  return Object.fromEntries([...given].map(([name, text]) => [name, convertArgument(text, properties[name])]));
}

function propertiesOf({ inputSchema }: ListedTool): Params {
  const properties = inputSchema?.['properties'];
  return isObject(properties) ? properties : {};
}

function namesOf(properties: Params): string[] {
  return Object.keys(properties).toSorted(compareBytes);
}

function listed(properties: Params): string {
  const names = namesOf(properties);
  return names.length === 0 ? 'it takes no arguments' : `its arguments are: ${names.join(', ')}`;
}
