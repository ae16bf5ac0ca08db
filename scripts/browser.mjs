// npm run browser: examples/connect in a real browser, in both protocol revisions.
//
// A tool asks its user to visit a page. Somebody else opens the link and is refused; the one who was asked signs in,
// approves, and the call that waits goes on. Needs a Chromium: $CHROMIUM, or one where Linux distributions put it.
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const { CHROMIUM } = process.env;
const places = CHROMIUM ? [CHROMIUM] : ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const passwords = { ann: 'ann likes tea', bob: 'bob likes jam' };
const stepTimeoutMs = 20_000;

const executablePath = await findChromium();
if (executablePath === undefined) {
  console.log(`skipped: no Chromium (looked in ${places.join(', ')})`);
} else {
  const problems = [];
  for (const era of ['2025-11-25', '2026-07-28']) problems.push(...(await connectAccount(era)));
  for (const problem of problems) console.log(`browser: ${problem}`);
  console.log(`browser: 2 calls, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function findChromium() {
  for (const path of places) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** One call of account.connect and its visit. Gives what was not as it should be. */
async function connectAccount(era) {
  const ends = [];
  try {
    return await callAndVisit(era, ends);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** `ends`: what has to be ended, in the order of its beginning. */
async function callAndVisit(era, ends) {
  const { connect, http, textOf } = await import('@mcpfusion/client');
  const url = await startServer(ends);
  const browser = await openBrowser(ends);
  const problems = [];
  const saw = (who, what, expected) => {
    console.log(`${era}  ${who.padEnd(8)}  ${what}`);
    if (what !== expected) problems.push(`${era}: ${who} saw "${what}", expected "${expected}"`);
  };
  let open;
  const visited = new Promise((resolve) => (open = resolve)).then((page) => visit(browser, page, saw));
  const client = await connect(http({ url, headers: { authorization: 'Bearer token-of-ann' } }), {
    era,
    clientInfo: { name: 'Browser check', version: '1.0.0' },
    capabilities: { elicitation: { url: {} } },
    onRequest: {
      'elicitation/create': async (question) => {
        open(question.url);
        // In a session the call waits; without one its client comes again when the visit is over.
        if (era === '2026-07-28') await visited;
        return { action: 'accept' };
      },
    },
  });
  ends.push(() => client.close());
  // A visit that fails ends the run at once, and a call that fails before it has asked.
  const [result] = await Promise.all([client.callTool('account.connect'), visited]);
  saw('the call', textOf(result), '{"connected":"ann@post.example"}');
  saw('console', `${browser.errors.length} errors`, '0 errors');
  return [...problems, ...browser.errors];
}

/** Both in one browser, one after the other, as on a machine that they share. */
async function visit({ page, expectRefusal }, url, saw) {
  const title = async (response) => `${response.status()} ${await page.locator('h1').innerText()}`;
  const submit = async (button) => {
    // The page that is there when all redirects are done.
    const [response] = await Promise.all([
      page.waitForResponse((given) => given.frame() === page.mainFrame() && given.status() !== 303),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    await page.waitForLoadState();
    return title(response);
  };
  const signIn = async (name) => {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password').fill(passwords[name]);
    return submit('Sign in');
  };
  saw('nobody', await title(await page.goto(url)), '200 Sign in');
  expectRefusal(true);
  saw('bob', await signIn('bob'), '403 This link is not for you');
  expectRefusal(false);
  saw('bob', await submit('Sign in as somebody else'), '200 Sign in');
  saw('ann', await signIn('ann'), '200 Connect your account?');
  saw('ann', (await page.locator('strong').allInnerTexts()).join(', '), 'Browser check, ann');
  saw('ann', await submit('Approve'), '200 Your account is connected');
}

/** A new browser that knows nothing, and what its console complains of. */
async function openBrowser(ends) {
  const { chromium } = await import('playwright-core');
  const folder = await mkdtemp(join(tmpdir(), 'mcpfusion-browser-'));
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: flags });
  ends.push(() => context.close());
  context.setDefaultTimeout(stepTimeoutMs);
  const page = await context.newPage();
  const errors = [];
  let isRefusing = false;
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Chromium itself notes a page whose status is an error.
    if (isRefusing && message.text().includes('status of 403')) return;
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, errors, expectRefusal: (isExpected) => (isRefusing = isExpected) };
}

/** The example in a process of its own. Gives the URL of its endpoint. */
async function startServer(ends) {
  const program = fileURLToPath(new URL('../examples/connect/dist/main-http.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.once('exit', () => child.kill());
  ends.push(() => {
    child.kill();
    return ended;
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The server ended before it said where it is.');
}
