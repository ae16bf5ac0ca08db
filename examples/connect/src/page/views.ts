import type { Link } from '../accounts/links.js';
import { html, type Html } from './html.js';

/** What the visitor sees: a status, a title, and what is below it. */
export interface View {
  readonly status: number;
  readonly title: string;
  readonly body: Html;
}

/** The same for every id, whether there is such a one or not. */
export function signInView(path: string, problem = ''): View {
  return {
    status: problem === '' ? 200 : 403,
    title: 'Sign in',
    body: html`${problem === '' ? '' : html`<p role="alert">${problem}</p>`}
      <form method="post" action="${path}/sign-in">
        <p>
          <label>Name <input name="name" autocomplete="username" required /></label>
        </p>
        <p>
          <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
        </p>
        <p><button>Sign in</button></p>
      </form>`,
  };
}

export function consentView(path: string, visitor: string, { asker }: Link): View {
  return {
    status: 200,
    title: 'Connect your account?',
    body: html`<p>
        A program that calls itself <strong>${asker}</strong> asks to read the mail of <strong>${visitor}</strong>.
      </p>
      <p>Approve only if you have just asked it to.</p>
      <form method="post" action="${path}">
        <p>
          <button name="answer" value="approved">Approve</button> <button name="answer" value="refused">Refuse</button>
        </p>
      </form>`,
  };
}

/** Whose link it is stays unsaid. */
export function notYoursView(path: string, visitor: string): View {
  return {
    status: 403,
    title: 'This link is not for you',
    body: html`<p>You are signed in as ${visitor}, and somebody else was asked. Nothing was changed.</p>
      <p>If somebody has sent you this link, tell them no.</p>
      <form method="post" action="${path}/sign-out">
        <p><button>Sign in as somebody else</button></p>
      </form>`,
  };
}

export function doneView(answer: NonNullable<Link['answer']>, isWaitedFor: boolean): View {
  const next = isWaitedFor ? 'You can close this page and go back to it.' : 'It has stopped waiting in the meantime.';
  return {
    status: 200,
    title: answer === 'approved' ? 'Your account is connected' : 'Nothing was connected',
    body: html`<p>The program has been told. ${next}</p>`,
  };
}

export const views = {
  unknown: { status: 404, title: 'There is no such link', body: html`<p>Look whether the address is complete.</p>` },
  over: {
    status: 410,
    title: 'This link is over',
    body: html`<p>It was used, or it is too old. Nothing was changed. Ask for a new one.</p>`,
  },
  elsewhere: { status: 403, title: 'Not from here', body: html`<p>The form was sent from another site.</p>` },
  wrong: { status: 400, title: 'That was not understood', body: html`<p>Nothing was changed.</p>` },
} as const satisfies Record<string, View>;
