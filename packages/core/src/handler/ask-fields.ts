import { checkField, checkValue, type FieldSchema, type FormFormat, type FormValue } from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import { fieldBrand } from './input-brands.js';

/**
 * One field of a form: what the user is asked for, and how the answer looks. Immutable: each method gives a new
 * field. Made by `ask.string()` and the like; checked where it is made.
 *
 * `TOptional` says whether the answer may lack it.
 */
export interface AskField<TAnswer = FormValue, TOptional extends boolean = boolean> {
  readonly schema: FieldSchema;
  readonly isOptional: TOptional;
  /** Its name may sound like a secret's. */
  readonly isNotSecret: boolean;
  /** Types only. */
  readonly [answer]?: TAnswer;
}

declare const answer: unique symbol;

/** The fields of a form, by name. */
export type AskFields = Readonly<Record<string, AskField>>;

type AnswerOf<TField> = TField extends AskField<infer TAnswer, boolean> ? TAnswer : never;
type OptionalNames<TFields extends AskFields> = {
  [Name in keyof TFields]: true extends TFields[Name]['isOptional'] ? Name : never;
}[keyof TFields];
type Flat<T> = { [Key in keyof T]: T[Key] } & {};

/** What a user answers: `{ ok: AskField<boolean, false>; note: AskField<string, true> }` → `{ ok: boolean; note?: string }`. */
export type Answers<TFields extends AskFields> = Flat<
  { -readonly [Name in Exclude<keyof TFields, OptionalNames<TFields>>]: AnswerOf<TFields[Name]> } & {
    -readonly [Name in OptionalNames<TFields>]?: AnswerOf<TFields[Name]>;
  }
>;

interface Facts {
  readonly schema: FieldSchema;
  readonly isOptional: boolean;
  readonly isNotSecret: boolean;
}

/** What all fields can do. */
class Field<TAnswer, TOptional extends boolean> implements AskField<TAnswer, TOptional> {
  readonly schema: FieldSchema;
  readonly isOptional: TOptional;
  readonly isNotSecret: boolean;
  readonly [fieldBrand] = true;
  declare readonly [answer]?: TAnswer;

  constructor(facts: Facts) {
    const { schema, isOptional, isNotSecret } = facts;
    const problem = checkField(schema) ?? checkDefault(schema);
    if (problem !== undefined) throw setupError(`A field cannot be asked for: ${problem}.`);
    this.schema = Object.freeze({ ...schema });
    this.isOptional = isOptional as TOptional;
    this.isNotSecret = isNotSecret;
    Object.freeze(this);
  }

  /** The field's label. */
  title(title: string): this {
    return this.with({ title });
  }

  /** What the user should know to answer. */
  describe(description: string): this {
    return this.with({ description });
  }

  /** Its name may stand though it sounds like a secret's: the pin of a map, the token of a game. */
  notSecret(): this {
    return this.again({ isNotSecret: true });
  }

  protected with(schema: Partial<FieldSchema>): this {
    return this.again({ schema: { ...this.schema, ...schema } });
  }

  protected again(changed: Partial<Facts>): this {
    const { schema, isOptional, isNotSecret } = this;
    const Same = this.constructor as new (facts: Facts) => this;
    return new Same({ schema, isOptional, isNotSecret, ...changed });
  }
}

function checkDefault(schema: FieldSchema): string | undefined {
  const problem = schema.default === undefined ? undefined : checkValue(schema, schema.default);
  return problem === undefined ? undefined : `its default does not fit: ${problem}`;
}

export class StringField<TOptional extends boolean = false> extends Field<string, TOptional> {
  /** Fewest characters. */
  min(minLength: number): this {
    return this.with({ minLength });
  }
  /** Most characters. */
  max(maxLength: number): this {
    return this.with({ maxLength });
  }
  /** Exactly so many characters. */
  length(length: number): this {
    return this.with({ minLength: length, maxLength: length });
  }
  format(format: FormFormat): this {
    return this.with({ format });
  }
  /** Shown filled in; the answer of a user who leaves the field out. */
  default(value: string): StringField {
    return this.with({ default: value }) as unknown as StringField;
  }
  /** The answer may lack it. */
  optional(): StringField<true> {
    return this.again({ isOptional: true }) as unknown as StringField<true>;
  }
}

export class NumberField<TOptional extends boolean = false> extends Field<number, TOptional> {
  min(minimum: number): this {
    return this.with({ minimum });
  }
  max(maximum: number): this {
    return this.with({ maximum });
  }
  /** Shown filled in; the answer of a user who leaves the field out. */
  default(value: number): NumberField {
    return this.with({ default: value }) as unknown as NumberField;
  }
  /** The answer may lack it. */
  optional(): NumberField<true> {
    return this.again({ isOptional: true }) as unknown as NumberField<true>;
  }
}

export class BooleanField<TOptional extends boolean = false> extends Field<boolean, TOptional> {
  /** Shown filled in; the answer of a user who leaves the field out. */
  default(value: boolean): BooleanField {
    return this.with({ default: value }) as unknown as BooleanField;
  }
  /** The answer may lack it. */
  optional(): BooleanField<true> {
    return this.again({ isOptional: true }) as unknown as BooleanField<true>;
  }
}

export class EnumField<TValue extends string, TOptional extends boolean = false> extends Field<TValue, TOptional> {
  /** Shown filled in; the answer of a user who leaves the field out. */
  default(value: TValue): EnumField<TValue> {
    return this.with({ default: value }) as unknown as EnumField<TValue>;
  }
  /** The answer may lack it. */
  optional(): EnumField<TValue, true> {
    return this.again({ isOptional: true }) as unknown as EnumField<TValue, true>;
  }
}

export class MultiEnumField<TValue extends string, TOptional extends boolean = false> extends Field<
  TValue[],
  TOptional
> {
  /** Fewest values. */
  min(minItems: number): this {
    return this.with({ minItems });
  }
  /** Most values. */
  max(maxItems: number): this {
    return this.with({ maxItems });
  }
  /** Shown filled in; the answer of a user who leaves the field out. */
  default(values: readonly TValue[]): MultiEnumField<TValue> {
    return this.with({ default: Object.freeze([...values]) }) as unknown as MultiEnumField<TValue>;
  }
  /** The answer may lack it. */
  optional(): MultiEnumField<TValue, true> {
    return this.again({ isOptional: true }) as unknown as MultiEnumField<TValue, true>;
  }
}

/** A field from a schema of your own. */
export class SchemaField<TAnswer extends FormValue, TOptional extends boolean = false> extends Field<
  TAnswer,
  TOptional
> {
  /** The answer may lack it. */
  optional(): SchemaField<TAnswer, true> {
    return this.again({ isOptional: true }) as unknown as SchemaField<TAnswer, true>;
  }
}

/** The values to choose from: a list, or an object that gives each value its title. */
export type Choices<TValue extends string> = readonly [TValue, ...TValue[]] | Readonly<Record<TValue, string>>;

const first = (schema: FieldSchema, description: string | undefined): Facts => ({
  schema: description === undefined ? schema : { ...schema, description },
  isOptional: false,
  isNotSecret: false,
});

/**
 * The fields of a form. A description is optional everywhere.
 *
 * Source: 2026-07-28, Elicitation, Requested Schema.
 */
export const fieldMakers = Object.freeze({
  string: (description?: string): StringField => new StringField(first({ type: 'string' }, description)),
  number: (description?: string): NumberField => new NumberField(first({ type: 'number' }, description)),
  integer: (description?: string): NumberField => new NumberField(first({ type: 'integer' }, description)),
  boolean: (description?: string): BooleanField => new BooleanField(first({ type: 'boolean' }, description)),
  /** One of several: `ask.enum(['low', 'high'])`, or with titles `ask.enum({ low: 'Low', high: 'High' })`. */
  enum: <const TValue extends string>(choices: Choices<TValue>, description?: string): EnumField<TValue> =>
    new EnumField(first({ type: 'string', ...toSchema(choices, 'oneOf') }, description)),
  /** Any number of several. */
  multiEnum: <const TValue extends string>(choices: Choices<TValue>, description?: string): MultiEnumField<TValue> => {
    const { enum: values, anyOf } = toSchema(choices, 'anyOf');
    const items = values ? { type: 'string' as const, enum: values } : { anyOf: anyOf ?? [] };
    return new MultiEnumField(first({ type: 'array', items }, description));
  },
  /** A field in the wire's own words, for forms that are generated: `ask.schema<string>({ type: 'string' })`. */
  schema: <TAnswer extends FormValue = FormValue>(schema: FieldSchema): SchemaField<TAnswer> =>
    new SchemaField(first(schema, undefined)),
});

interface ChoiceSchema {
  readonly enum?: readonly string[];
  readonly oneOf?: FieldSchema['oneOf'] & {};
  readonly anyOf?: FieldSchema['oneOf'] & {};
}

function toSchema(choices: Choices<string>, titled: 'oneOf' | 'anyOf'): ChoiceSchema {
  if (Array.isArray(choices)) return { enum: Object.freeze([...(choices as readonly string[])]) };
  const list = Object.entries((choices ?? {}) as Record<string, string>);
  return { [titled]: Object.freeze(list.map(([value, title]) => Object.freeze({ const: value, title }))) };
}
