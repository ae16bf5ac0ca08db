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

  it('masks what is behind Basic and Bearer alone', () => {
    const redactor = new Redactor();
    redactor.addHeaders({ Authorization: 'Basic dTpwYQ', 'Proxy-Authorization': 'bearer abcdef' });
    expect(redactor.redact('dTpwYQ abcdef')).toBe('*** ***');
  });

  it('masks every form in which a report may hold a secret', () => {
    const redactor = new Redactor();
    const secret = 'a&b<c>"d%/e+f';
    redactor.add(secret);
    const forms = [
      secret,
      JSON.stringify(secret),
      JSON.stringify(JSON.stringify(secret)),
      'a&amp;b&lt;c&gt;&quot;d%/e+f',
      'a&b<c>"d%25/e+f',
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ];
    for (const form of forms) expect(redactor.redact(`<${form}>`).replaceAll(/[\\"]/g, '')).toBe('<***>');
  });

  it('masks the longer of two secrets whole', () => {
    const redactor = new Redactor();
    redactor.add('abcdef');
    redactor.add('abcdefghijkl');
    expect(redactor.redact('abcdefghijkl abcdef')).toBe('*** ***');
  });

  it('masks what is left of a secret where a text was cut', () => {
    const redactor = new Redactor();
    redactor.add('SECRETTOKENABCDEFGHIJ');
    expect(redactor.redact('said SECRETTOKENABC…')).toBe('said ***…');
    expect(redactor.redact('…TOKENABCDEFGHIJ said\nKENABCDEFGHIJ')).toBe('…*** said\n***');
    expect(redactor.redact('SECRET')).toBe('SECRET');
  });

  it('leaves words alone that a secret happens to begin or end with', () => {
    const redactor = new Redactor();
    redactor.add('postgres123');
    redactor.add('my-database');
    const text = 'connected to postgres at the database server; postgres is up';
    expect(redactor.redact(text)).toBe(text);
    expect(redactor.redact('postgres123 my-database')).toBe('*** ***');
  });

  it('knows secrets of the environment by their names, and those of a URL', () => {
    const redactor = new Redactor();
    redactor.addEnvironment({ API_TOKEN: 'token-1', EDITOR: 'emacs-nox', DB_PASSWORD: 'pass-12' });
    redactor.addUrl(new URL('http://user:pa%3Ass-1@host/?access_token=query-1&region=europe'));
    const basic = Buffer.from('user:pa:ss-1').toString('base64');
    expect(redactor.redact(`token-1 emacs-nox pass-12 pa:ss-1 ${basic} query-1 europe`)).toBe(
      '*** emacs-nox *** *** *** *** europe',
    );
  });

  it('leaves short values alone: they would make every text unreadable', () => {
    const redactor = new Redactor();
    redactor.add('short');
    redactor.add('sixsix');
    redactor.add('');
    redactor.add(undefined);
    expect(redactor.redact('short sixsix')).toBe('short ***');
  });
});

describe('a command that is shown', () => {
  it.each([
    ['server --token abc', 'server --token ***'],
    ['server --api-key=abc --port 3', 'server --api-key=*** --port 3'],
    ['server --api-key="a b" x', 'server --api-key=*** x'],
    ['API_TOKEN=abc DB_PASSWORD=x server', 'API_TOKEN=*** DB_PASSWORD=*** server'],
    ['https://user:pass@host/mcp', 'https://***@host/mcp'],
    ['curl https://host/mcp?token=a&sig=b', 'curl https://host/mcp?token=***&sig=***'],
    ['remote --header "Authorization: Bearer abcdef"', 'remote --header "Authorization: Bearer ***"'],
    ["remote -H 'X-Api-Key: abcdef'", "remote -H 'X-Api-Key: ***'"],
    ['remote --pat abc --access-key=def', 'remote --pat *** --access-key=***'],
    ['node server.js --verbose', 'node server.js --verbose'],
  ])('%s → %s', (given, shown) => {
    expect(redactCommand(given)).toBe(shown);
  });
});
