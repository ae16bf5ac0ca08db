import fc from 'fast-check';

/** Names that are found in every object, and some that break careless text. */
export const hostileNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '\u0000',
  '\ud800',
  'a\u2028b',
];

/** What a member may be that should be something else. */
export const hostileValue: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  2 ** 53 - 1,
  '',
  '0',
  'x'.repeat(2_000),
  [],
  {},
  [[]],
  { a: { b: [1] } },
  ...hostileNames,
  '@deep',
  '@deeper',
);

/** Few, so that they meet; and those that careless code takes for one another. */
export const requestId: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.nat(9) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>('', '0', '1', -1, -0, 2 ** 53 - 1, 'x'.repeat(2_000), ...hostileNames),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(1.5, null, 2 ** 53, true, [], {}, undefined) },
);

/** How a tree is spoiled. `at` counts its nodes, from the outside in, and begins again at their end. */
export type Damage =
  | { readonly do: 'replace'; readonly at: number; readonly value: unknown }
  | { readonly do: 'leave out'; readonly at: number }
  | { readonly do: 'rename'; readonly at: number; readonly name: string }
  | { readonly do: 'add'; readonly at: number; readonly name: string; readonly value: unknown };

export const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ do: fc.constant('replace' as const), at: fc.nat(30), value: hostileValue }),
  fc.record({ do: fc.constant('leave out' as const), at: fc.nat(30) }),
  fc.record({ do: fc.constant('rename' as const), at: fc.nat(30), name: fc.constantFrom(...hostileNames) }),
  fc.record({
    do: fc.constant('add' as const),
    at: fc.nat(30),
    name: fc.constantFrom(...hostileNames, 'id', 'method', 'params', 'result', 'error', '_meta'),
    value: hostileValue,
  }),
);

export function spoil(value: unknown, damages: readonly Damage[]): unknown {
  return damages.reduce<unknown>((spoiled, one) => {
    const size = countMembers(spoiled);
    return size === 0 ? spoiled : spoilAt(spoiled, one, { left: one.at % size });
  }, value);
}

/** Members at every depth. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((count, member) => count + 1 + countMembers(member), 0);
}

/** `cursor.left`: members still to be passed. Makes own members of any name, `__proto__` too. */
function spoilAt(value: unknown, one: Damage, cursor: { left: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (cursor.left-- !== 0) return [[name, spoilAt(member, one, cursor)]];
    if (one.do === 'leave out') return [];
    if (one.do === 'rename') return [[one.name, member]];
    if (one.do === 'replace') return [[name, one.value]];
    return [
      [name, member],
      [one.name, one.value],
    ];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** JSON text, with what no tree of values can say. */
export function toText(value: unknown): string {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  return (JSON.stringify(value) ?? '').replaceAll('"@deep"', nested(70)).replaceAll('"@deeper"', nested(1_500));
}
