import { expect, it } from 'vitest';
import { commandTable } from './command-table.js';
import { nearestName } from './values/nearest-name.js';

it.each([...commandTable])('%s says how it is used, in one line', (name, command) => {
  expect(command.name).toBe(name);
  expect(command.usage.split(' ')[0]).toBe(name);
  expect(command.summary).toMatch(/^[A-Z/][^\n]{5,130}\.$/);
  expect(Object.isFrozen(command)).toBe(true);
});

it.each([
  ['asert_contains', 'assert_contains'],
  ['call_tol', 'call_tool'],
  ['assert_eq', 'assert_equals'],
  ['asert_gd', 'assert_gt'],
  ['read_resource', undefined],
  ['xyz', undefined],
])('nearest to %s is %s', (word, name) => {
  expect(nearestName(word, commandTable.keys())).toBe(name);
});
