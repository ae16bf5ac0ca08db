import { hasBrand } from '../brand.js';
import type { AskField } from './ask-fields.js';
import type { InputRequired } from './require-input.js';

// Registered, so that two installed copies of this package understand each other's questions.
export const inputBrand: unique symbol = Symbol.for('dev.mcpfusion/input') as never;

export const fieldBrand: unique symbol = Symbol.for('dev.mcpfusion/field') as never;

export function isInputRequired(value: unknown): value is InputRequired {
  return hasBrand(value, inputBrand);
}

export function isField(value: unknown): value is AskField {
  return hasBrand(value, fieldBrand);
}
