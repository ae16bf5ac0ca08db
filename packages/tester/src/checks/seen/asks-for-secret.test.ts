import { expect, it } from 'vitest';
import { asksForSecret } from './asks-for-secret.js';

it.each(['password', 'apiKey', 'db_password', 'access-token', 'clientSecret', 'Credit card'])(
  '%s is a secret',
  (name) => {
    expect(asksForSecret(name, {})).toBe(true);
    expect(asksForSecret('x', { title: name })).toBe(true);
  },
);

it.each(['name', 'secretary', 'tokens', 'pincode_area', 'keyboard', 'reason'])('%s is none', (name) => {
  expect(asksForSecret(name, { type: 'string' })).toBe(false);
});
