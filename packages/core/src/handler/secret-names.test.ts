import { expect, it } from 'vitest';
import { secretIn } from './secret-names.js';

it.each([
  'password',
  'Password',
  'PASSWORD',
  'userPassword',
  'password2',
  'new_password',
  'new-password',
  'new password',
  'passwd',
  'passphrase',
  'secret',
  'client_secret',
  'clientSecret',
  'token',
  'accessToken',
  'access.token',
  'apiKey',
  'APIKey',
  'api_key',
  'api-key',
  'apikey',
  'userAPIKey',
  'API_KEY_2',
  'privateKey',
  'cardNumber',
  'card_number',
  'CARD NUMBER',
  'cardnumber',
  'cvv',
  'cardCVV',
  'cvc',
  'pin',
  'PIN',
  'cardPin',
  'pin2',
])('ELI-01 ELI25-01: %s asks for a secret', (name) => {
  expect(secretIn(name)).toBeTypeOf('string');
});

it.each([
  'pinned',
  'tokens',
  'spinner',
  'opinion',
  'secretary',
  'passwords',
  'passenger',
  'key',
  'api',
  'apiVersionKey',
  'keyApi',
  'card',
  'numberOfCards',
  'cardHolder',
  'number',
  'shipping',
  'pinterest',
  'tokenize',
  'cvs',
  'publicKey',
  '',
  'constructor',
  '名前',
])('%s does not', (name) => {
  expect(secretIn(name)).toBeUndefined();
});

it('says which', () => {
  expect(secretIn('myCardNumber')).toBe('card number');
});
