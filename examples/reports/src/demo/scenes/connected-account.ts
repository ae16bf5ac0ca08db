import { connect, http, textOf, type Client } from '@mcpfusion/client';
import type { ExampleOnHttp } from '../example-process.js';
import { bold, colored, dim } from '../line.js';
import { PageVisitor } from '../page-visitor.js';
import { printOutcome, printTitle, type SceneTitle, type Stage } from '../stage.js';
import { wireLines } from '../wire-lines.js';

const tool = 'account.connect';

export interface ConnectedAccount extends Pick<SceneTitle, 'number' | 'what'> {
  readonly era: Client['era'];
}

/** A call that waits for a visit to a page: by somebody else first, who is refused there, then by who was asked. */
export async function connectedAccount(
  stage: Stage,
  { url }: ExampleOnHttp,
  { era, number, what }: ConnectedAccount,
): Promise<void> {
  const { screen, expect } = stage;
  printTitle(screen, { number, tool, way: `HTTP · ${era}`, what });
  let page = '';
  // Shown one after the other, though the result may be there before the page has said goodbye.
  let shown = Promise.resolve();
  const then = (show: () => void | Promise<void>): Promise<void> => (shown = shown.then(show));
  await using client = await connect(http({ url, headers: { authorization: 'Bearer token-of-ann' } }), {
    era,
    clientInfo: { name: 'demo', version: '1.0.0' },
    capabilities: { elicitation: { url: {} } },
    onRequest: {
      'elicitation/create': async (params) => {
        page = String(params['url']);
        // Without a session its client comes again when the visit is over. Sooner, and it is held for a while and asked again.
        if (era === '2026-07-28') await then(() => visitPage(stage, page));
        return { action: 'accept' };
      },
    },
  });
  client.onFrame((frame) => {
    void then(() => wireLines([frame]).forEach((line) => screen.print(...line)));
    // In a session the user agrees to open it, and the call goes on waiting.
    const isAnswer = frame.direction === 'out' && frame.message?.kind === 'response';
    if (isAnswer) void then(() => visitPage(stage, page));
  });
  const result = textOf(await client.callTool(tool));
  await shown;
  expect(result === '{"connected":"ann@post.example"}', `the account of ann, got ${result}`);
  printOutcome(screen, 'connected when the page said so', dim(' · what was typed there no client has seen'));
}

async function visitPage({ screen, expect }: Stage, url: string): Promise<void> {
  for (const [name, password, status] of [
    ['bob', 'bob likes jam', 403],
    ['ann', 'ann likes tea', 200],
  ] as const) {
    const visitor = new PageVisitor();
    await visitor.open(url);
    await visitor.send(`${url}/sign-in`, { name, password });
    const end = await visitor.send(url, { answer: 'approved' });
    expect(end.status === status, `the page to answer ${name} with ${status}, got ${end.status} ${end.title}`);
    screen.print(dim('  ~ '), bold(`${name} approves`.padEnd(20)), end.title, ' ', colored('yellow', `${end.status}`));
  }
}
