import { connect, http, textOf, type Client } from '@mcpfusion/client';
import type { Era } from '@mcpfusion/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Links } from './accounts/links.js';
import { serveConnect, type ConnectListener } from './serve-connect.js';

/** When the client says that the page is opened: in 2026-07-28 it comes again with that. */
const whenever = ['2026-07-28', 'at once'] as const;
const ways = [['2025-11-25', 'at once'], whenever, ['2026-07-28', 'after the visit']] as const;
type Way = readonly [era: Era, when: 'at once' | 'after the visit'];
const passwords = { ann: 'ann likes tea', bob: 'bob likes jam' } as const;
type Name = keyof typeof passwords;

let links: Links;
let listener: ConnectListener;
/** What the page has told the server, and what came of it. */
let completed: [id: string, isWaitedFor: boolean][];
let clients: Client[];

beforeEach(async () => {
  links = new Links();
  clients = [];
  completed = [];
  listener = await serveConnect({ port: 0, links, log: false });
  const { server } = listener;
  const completeInput = server.completeInput.bind(server);
  vi.spyOn(server, 'completeInput').mockImplementation(async (id, options) => {
    const isWaitedFor = await completeInput(id, options);
    completed.push([id, isWaitedFor]);
    return isWaitedFor;
  });
});

afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients) await client.close();
  await listener.close();
});

/** Calls `account.connect` as this user. `visit` is what they do at the page, once. */
async function callAs(name: Name, [era, when]: Way, visit: (url: string) => Promise<unknown>): Promise<string> {
  let visiting: Promise<unknown> | undefined;
  const client = await connect(http({ url: listener.url, headers: { authorization: `Bearer token-of-${name}` } }), {
    era,
    clientInfo: { name: '<script>alert(1)</script>', version: '1' },
    capabilities: { elicitation: { url: {} } },
    onRequest: {
      'elicitation/create': async ({ url }) => {
        visiting ??= visit(String(url));
        if (when === 'after the visit') await visiting;
        return { action: 'accept' };
      },
    },
  });
  clients.push(client);
  const text = textOf(await client.callTool('account.connect'));
  await visiting;
  return text;
}

interface Shown {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A browser of their own. */
class Visitor {
  #cookie = '';
  setCookie = '';

  async open(url: string, init: RequestInit = {}): Promise<Shown> {
    const headers = { ...(init.headers as Record<string, string> | undefined), cookie: this.#cookie };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.setCookie = response.headers.get('set-cookie') ?? this.setCookie;
    this.#cookie = this.setCookie.split(';')[0] ?? '';
    const location = response.headers.get('location');
    if (location !== null) return this.open(new URL(location, url).href);
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  send(url: string, fields: Record<string, string>, origin = new URL(url).origin): Promise<Shown> {
    return this.open(url, { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) });
  }

  signIn(url: string, name: Name): Promise<Shown> {
    return this.send(`${url}/sign-in`, { name, password: passwords[name] });
  }
}

const signedIn = async (url: string, name: Name): Promise<Visitor> => {
  const visitor = new Visitor();
  await visitor.signIn(url, name);
  return visitor;
};
const answerAs = async (url: string, name: Name, answer = 'approved'): Promise<Shown> =>
  (await signedIn(url, name)).send(url, { answer });

/** A link as the tool makes it, without a call. */
const linkOf = (principal: Name): string => {
  const { origin } = new URL(listener.url);
  return `${origin}/connect/${links.begin(principal, 'A test')}`;
};

describe.each(ways)('account.connect in %s, answered %s', (...way) => {
  it('goes on when the one who was asked has approved, and is told once', async () => {
    const shown: Shown[] = [];
    const text = await callAs('ann', way, async (url) => {
      for (const _ of [1, 2]) shown.push(await answerAs(url, 'ann'));
    });
    expect(text).toBe('{"connected":"ann@post.example"}');
    expect(shown.map(({ status }) => status)).toEqual([200, 410]);
    expect(shown[0]?.text).toContain('go back to it');
    expect(completed).toEqual([[expect.stringMatching(/^[\da-f-]{36}$/), true]]);
  });

  it('is told as well that its user has refused', async () => {
    expect(await callAs('ann', way, (url) => answerAs(url, 'ann', 'refused'))).toContain('Nothing was connected');
    expect(links.accountOf('ann')).toBeUndefined();
    expect(completed).toHaveLength(1);
  });

  it('URL Mode, Phishing: somebody else who opens the link is refused, and changes nothing', async () => {
    let before: unknown;
    const text = await callAs('ann', way, async (url) => {
      const bob = await signedIn(url, 'bob');
      for (const shown of [await bob.open(url), await bob.send(url, { answer: 'approved' })]) {
        expect(shown.status).toBe(403);
        expect(shown.text).toContain('This link is not for you');
        expect(shown.text).not.toContain('ann');
      }
      before = [links.accountOf('ann'), links.accountOf('bob'), completed.length];
      await answerAs(url, 'ann');
    });
    expect(before).toEqual([undefined, undefined, 0]);
    expect(text).toContain('ann@post.example');
    expect(links.accountOf('bob')).toBeUndefined();
  });

  it('two users at the same time each get their own', async () => {
    const texts = await Promise.all(
      (['ann', 'bob'] as const).map((name) => callAs(name, way, (url) => answerAs(url, name))),
    );
    expect(texts).toEqual(['{"connected":"ann@post.example"}', '{"connected":"bob@post.example"}']);
  });

  it('the page shows who asks for what, as text', async () => {
    await callAs('ann', way, async (url) => {
      const { text } = await (await signedIn(url, 'ann')).open(url);
      expect(text).toContain('&#60;script&#62;alert(1)');
      expect(text).not.toContain('<script');
      expect(text).toContain('read the mail of <strong>ann</strong>');
      await answerAs(url, 'ann', 'refused');
    });
    expect.assertions(3);
  });
});

describe('the page', () => {
  it('refuses an id that was changed, and one that never was', async () => {
    const url = linkOf('ann');
    const ann = await signedIn(url, 'ann');
    const edited = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const wrong of [edited, `${url}x`, url.replace(/[^/]+$/, 'x')])
      for (const shown of [await ann.open(wrong), await ann.send(wrong, { answer: 'approved' })])
        expect(shown.status).toBe(404);
    expect(links.accountOf('ann')).toBeUndefined();
    expect(completed).toEqual([]);
    expect((await ann.open(url)).status).toBe(200);
  });

  it('refuses what is too old', async () => {
    const url = linkOf('ann');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 });
    const ann = await signedIn(url, 'ann');
    expect((await ann.open(url)).status).toBe(410);
    expect((await ann.send(url, { answer: 'approved' })).status).toBe(410);
    expect(completed).toEqual([]);
  });

  it('tells a visitor who has not signed in nothing of the link', async () => {
    const url = linkOf('ann');
    const visitor = new Visitor();
    const [real, unknown] = [await visitor.open(url), await visitor.open(`${url}x`)];
    expect(real.status).toBe(unknown.status);
    expect(real.text.replaceAll(new URL(url).pathname, '')).toBe(
      unknown.text.replaceAll(`${new URL(url).pathname}x`, ''),
    );
    await visitor.send(url, { answer: 'approved' });
    expect(links.accountOf('ann')).toBeUndefined();
  });

  it('takes no form of another site, and no wrong password', async () => {
    const url = linkOf('ann');
    const ann = await signedIn(url, 'ann');
    expect((await ann.send(url, { answer: 'approved' }, 'https://evil.example')).status).toBe(403);
    expect((await ann.open(url, { method: 'POST', body: new URLSearchParams({ answer: 'approved' }) })).status).toBe(
      403,
    );
    expect((await ann.send(url, { answer: 'x' })).status).toBe(400);
    expect((await ann.send(url, { answer: 'approved', more: 'x'.repeat(3_000) })).status).toBe(400);
    expect(links.accountOf('ann')).toBeUndefined();
    const stranger = new Visitor();
    for (const password of ['', passwords.bob, `${passwords.ann} `])
      expect((await stranger.send(`${url}/sign-in`, { name: 'ann', password })).text).toContain('That is not right.');
    expect(stranger.setCookie).toBe('');
  });

  it('is kept nowhere, framed nowhere, and its cookie is for it alone', async () => {
    const url = linkOf('ann');
    const visitor = new Visitor();
    const { headers } = await visitor.signIn(url, 'ann');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    expect(visitor.setCookie).toMatch(/; HttpOnly; SameSite=Lax; /);
  });

  it('signs out', async () => {
    const url = linkOf('ann');
    const visitor = await signedIn(url, 'bob');
    expect((await visitor.open(url)).status).toBe(403);
    expect((await visitor.send(`${url}/sign-out`, {})).text).toContain('<h1>Sign in</h1>');
    expect((await visitor.signIn(url, 'ann')).text).toContain('Connect your account?');
  });
});

describe('the endpoint', () => {
  it.each([undefined, 'Bearer x', 'Basic token-of-ann'])('refuses %s', async (authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(listener.url, { method: 'POST', headers, body: '{}' });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('URL Mode, Safe URLs: its address has an id and nothing else', async () => {
    let address = '';
    await callAs('bob', whenever, (url) => answerAs((address = url), 'bob'));
    expect(new URL(address).search + new URL(address).hash).toBe('');
    expect(new URL(address).pathname).toMatch(/^\/connect\/[\da-f-]{36}$/);
  });
});
