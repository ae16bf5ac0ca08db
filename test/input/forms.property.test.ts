import {
  checkField,
  checkForm,
  choicesOf,
  readContent,
  type FieldSchema,
  type FormSchema,
  type JsonValue,
} from '@mcpfusion/protocol';
import { createMemoryStore, type KvStore } from '@mcpfusion/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemory } from '../../packages/core/src/handler/call-memory.js';
import { RequestStates, type StateBinding } from '../../packages/core/src/input/request-state.js';
import { StateKeys } from '../../packages/core/src/input/state-keys.js';
import { validateJson } from '../../packages/tester/src/json/validate-json.js';

const numRuns = 300;

// None that every object has: the other validator finds those in an empty object.
const names = fc.constantFrom('a', 'b', 'c', 'with space', 'ü');
const words = fc.uniqueArray(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 4 });
const bounds = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.nat(5), fc.constantFrom('both', 'low', 'high', 'none'))
    .map(([low, more, which]) => ({
      ...(which === 'both' || which === 'low' ? { low } : {}),
      ...(which === 'both' || which === 'high' ? { high: low + more } : {}),
    }));
const named = (low: string, high: string) => (given: { low?: number; high?: number }) => ({
  ...(given.low === undefined ? {} : { [low]: given.low }),
  ...(given.high === undefined ? {} : { [high]: given.high }),
});
const titled = (values: readonly string[]) => values.map((value) => ({ const: value, title: value }));

const someField: fc.Arbitrary<FieldSchema> = fc.oneof(
  fc.constant<FieldSchema>({ type: 'boolean' }),
  bounds(0, 4).map((given): FieldSchema => ({ type: 'string', ...named('minLength', 'maxLength')(given) })),
  bounds(-5, 5).chain((given) =>
    fc.constantFrom<FieldSchema>(
      { type: 'number', ...named('minimum', 'maximum')(given) },
      { type: 'integer', ...named('minimum', 'maximum')(given) },
    ),
  ),
  words.chain((values) =>
    fc.constantFrom<FieldSchema>(
      { type: 'string', enum: values },
      { type: 'string', oneOf: titled(values) },
      { type: 'array', items: { type: 'string', enum: values }, maxItems: 2 },
      { type: 'array', items: { anyOf: titled(values) }, minItems: 1 },
    ),
  ),
);

const form: fc.Arbitrary<FormSchema> = fc
  .dictionary(names, fc.tuple(someField, fc.boolean()), { minKeys: 1, noNullPrototype: true })
  .map((fields) => {
    const entries = Object.entries(fields);
    const required = entries.filter(([, [, isRequired]]) => isRequired).map(([name]) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, [schema]]) => [name, schema])),
      ...(required.length > 0 ? { required } : {}),
    };
  });

/** What fits a field, or nearly. */
function fittingFor(field: FieldSchema): fc.Arbitrary<unknown> {
  const choices = choicesOf(field) ?? [];
  const { type, minimum = -8, maximum = minimum + 16, minLength = 0, maxLength = minLength + 3 } = field;
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'array':
      return fc.uniqueArray(fc.constantFrom(...choices), { maxLength: 3 });
    case 'string':
      return choices.length > 0 ? fc.constantFrom(...choices) : fc.string({ unit: 'binary', minLength, maxLength });
  }
}

/** `null` is left out: to us it says that there is no answer, to JSON Schema it is a wrong one. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -8, max: 8 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 6, unit: 'binary' }),
  fc.uniqueArray(fc.string({ maxLength: 2 })),
  fc.constant({}),
);

const valueFor = (field: FieldSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: fittingFor(field) }, { weight: 1, arbitrary: anything });

const filled = form.chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    content: fc.oneof(
      {
        weight: 9,
        arbitrary: fc
          .record(
            Object.fromEntries(
              Object.entries(schema.properties).map(([name, each]) => [
                name,
                fc.option(valueFor(each), { nil: undefined, freq: 6 }),
              ]),
            ),
            { noNullPrototype: true },
          )
          .map((content) => Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined))),
      },
      { weight: 1, arbitrary: fc.constantFrom<unknown>([], 'x', 1, true) },
    ),
  }),
);

describe('ELI-42 ELI25-22: forms', () => {
  it('what we take for an answer is what JSON Schema takes for one', async () => {
    const verdicts = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(filled, async ({ schema, content }) => {
        expect(checkForm(schema)).toBeUndefined();
        const read = readContent(schema, content);
        const problems = await validateJson(schema as never, content);
        verdicts['content' in read ? 'taken' : 'refused']++;
        const taken = 'content' in read ? read.content : 'refused';
        expect(taken).toEqual(problems.length === 0 ? content : 'refused');
      }),
      { numRuns: numRuns * 3 },
    );
    // Both happen, or the property says little.
    expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(numRuns / 4);
  });

  it('whatever comes, as a field or as content, is judged without throwing', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: false }), form, (value, schema) => {
        checkField(value);
        checkForm(value);
        readContent(schema, value);
      }),
      { numRuns },
    );
  });
});

describe('MRT-19: sealed states', () => {
  const tool = { name: 't', kind: 'mutation', input: { jsonSchema: {} }, interactive: undefined, handler: () => 1 };
  const binding = (rawInput: unknown): StateBinding =>
    ({ revision: '2026-07-28', method: 'tools/call', tool, rawInput, principal: undefined }) as unknown as StateBinding;
  let kept = 0;
  const memoryStore = createMemoryStore();
  const store: KvStore = {
    ...memoryStore,
    isShared: false,
    put: (...args) => (kept++, memoryStore.put(...args)),
    get: (key) => memoryStore.get(key),
  };
  const states = new RequestStates({
    onRefused: () => {},
    keys: new StateKeys(undefined),
    store,
    used: store,
    ttlMs: 60_000,
    maxBytes: 600,
  });

  it('give back any JSON that they were given, whether it travels or is kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), fc.object({ maxDepth: 2 }), async (state, args) => {
        const memory = { ...createMemory(false), state };
        const rawInput = JSON.parse(JSON.stringify(args)) as object;
        const sealed = await states.seal(binding(rawInput), memory, 3);
        const opened = await states.open(binding(rawInput), sealed);
        expect(opened?.memory.state as JsonValue).toEqual(JSON.parse(JSON.stringify(state)));
        expect(opened?.rounds).toBe(3);
        expect(await states.open(binding({ ...rawInput, more: 1 }), sealed)).toBeUndefined();
      }),
      { numRuns },
    );
    expect(kept).toBeGreaterThan(numRuns / 20);
    expect(kept).toBeLessThan(numRuns);
  });
});
