export interface NamedArgument {
  readonly name: string;
  readonly value: string;
}

const named = /^([A-Za-z_][A-Za-z0-9_.-]*):([^\n]*)$/;

/** Reads `uri:mcp://time`. `file:///x` is a value, for `//` follows the colon; so is anything of several lines. */
export function readNamed(token: string): NamedArgument | undefined {
  const match = named.exec(token);
  const [, name, value] = match ?? [];
  if (name === undefined || value === undefined || value.startsWith('//')) return undefined;
  return { name, value };
}
