import { describe, expect, it } from 'vitest';
import { redactCommand, Redactor } from './redactor.js';

describe('a redactor', () => {
  it('masks secrets wherever they stand, in JSON too', () => {
    const redactor = new Redactor();
    redactor.add('s3cr"et-value');
    expect(redactor.redact('a s3cr"et-value b {"k":"s3cr\\"et-value"}')).toBe('a *** b {"k":"***"}');
  });

  it('masks the values of headers that carry credentials, and the token alone', () => {
    const redactor = new Redactor();
    redactor.addHeaders({ Authorization: 'Bearer abcdefgh', 'X-Api-Key': 'key-123456', 'X-Region': 'europe-west' });
    expect(redactor.redact('abcdefgh key-123456 europe-west')).toBe('*** *** europe-west');
  });

  it('leaves short values alone: they would make every text unreadable', () => {
    const redactor = new Redactor();
    redactor.add('true');
    redactor.add('');
    redactor.add(undefined);
    expect(redactor.redact('true')).toBe('true');
  });
});

describe('a command that is shown', () => {
  it.each([
    ['server --token abc', 'server --token ***'],
    ['server --api-key=abc --port 3', 'server --api-key=*** --port 3'],
    ['server --api-key="a b" x', 'server --api-key=*** x'],
    ['API_TOKEN=abc DB_PASSWORD=x server', 'API_TOKEN=*** DB_PASSWORD=*** server'],
    ['https://user:pass@host/mcp', 'https://***@host/mcp'],
    ['node server.js --verbose', 'node server.js --verbose'],
  ])('%s → %s', (given, shown) => {
    expect(redactCommand(given)).toBe(shown);
  });
});
