import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@mcpfusion/core';
import { isOpen, type Links } from '../accounts/links.js';
import { userOfPassword } from '../users.js';
import { pageHeaders, toDocument } from './html.js';
import { readForm } from './read-form.js';
import { SignIns } from './sign-ins.js';
import { consentView, doneView, notYoursView, signInView, views, type View } from './views.js';

export interface ConsentPageOptions {
  readonly server: Server;
  readonly links: Links;
  /** Where this page is: `https://connect.example`. */
  readonly origin: () => string;
}

/** Either something to see, or the way to the same page once more with another cookie. */
type Reply = View | { readonly goTo: string; readonly cookie: string };

/**
 * The page behind `ask.url`: it signs its visitor in by itself, and takes an answer from nobody but the one who was asked.
 * Whoever has made the call may have sent the link to somebody else, so the link itself proves nothing.
 */
export class ConsentPage {
  readonly #options: ConsentPageOptions;
  readonly #signIns = new SignIns();

  constructor(options: ConsentPageOptions) {
    this.#options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = await this.#reply(request);
    if ('goTo' in reply) {
      response.writeHead(303, { ...pageHeaders, location: reply.goTo, 'set-cookie': reply.cookie }).end();
      return;
    }
    response.writeHead(reply.status, pageHeaders).end(toDocument(reply.title, reply.body));
  }

  async #reply(request: IncomingMessage): Promise<Reply> {
    const [, path, id = '', action] = pathPattern.exec(request.url ?? '') ?? [];
    if (path === undefined) return views.unknown;
    const visitor = this.#signIns.userOf(request);
    if (request.method === 'GET' && action === undefined) return this.#show(path, id, visitor);
    if (request.method !== 'POST') return views.wrong;
    // A browser says where a form comes from. With this and SameSite no other site can send one of ours.
    if (request.headers.origin !== this.#options.origin()) return views.elsewhere;
    const form = await readForm(request);
    if (!form) return views.wrong;
    if (action === 'sign-in') return this.#signIn(path, form);
    if (action === 'sign-out') return { goTo: path, cookie: this.#signIns.close(request) };
    return this.#answer(path, id, visitor, form);
  }

  #show(path: string, id: string, visitor: string | undefined): View {
    if (visitor === undefined) return signInView(path);
    const link = this.#options.links.find(id);
    if (!link) return views.unknown;
    if (link.principal !== visitor) return notYoursView(path, visitor);
    return isOpen(link) ? consentView(path, visitor, link) : views.over;
  }

  #signIn(path: string, form: URLSearchParams): Reply {
    const user = userOfPassword(form.get('name') ?? '', form.get('password') ?? '');
    if (user === undefined) return signInView(path, 'That is not right.');
    return { goTo: path, cookie: this.#signIns.open(user) };
  }

  async #answer(path: string, id: string, visitor: string | undefined, form: URLSearchParams): Promise<View> {
    const { links, server } = this.#options;
    const answer = form.get('answer');
    if (answer !== 'approved' && answer !== 'refused') return views.wrong;
    // What would not be shown is not taken either.
    const shown = this.#show(path, id, visitor);
    if (visitor === undefined || shown.status !== 200) return shown;
    if (!links.answer(id, answer)) return views.over;
    // Now the call that asked may go on: at once where it waits, otherwise when its client comes again.
    return doneView(answer, await server.completeInput(id, { principal: visitor }));
  }
}

const pathPattern = /^(\/connect\/([\w-]{1,64}))(?:\/(sign-in|sign-out))?$/;
