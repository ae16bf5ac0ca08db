/** What a visitor was shown. */
export interface Shown {
  readonly status: number;
  readonly title: string;
}

/** Somebody with a browser, by plain requests: a cookie, forms, redirects. */
export class PageVisitor {
  #cookie = '';

  open(url: string): Promise<Shown> {
    return this.#go(url, {}, { method: 'GET' });
  }

  /** Sends a form of the page at `url`. */
  send(url: string, fields: Readonly<Record<string, string>>): Promise<Shown> {
    // As a browser says it, which no other site can have it say.
    const headers = { origin: new URL(url).origin };
    return this.#go(url, headers, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #go(url: string, headers: Readonly<Record<string, string>>, init: RequestInit): Promise<Shown> {
    const response = await fetch(url, { ...init, headers: { ...headers, cookie: this.#cookie }, redirect: 'manual' });
    const text = await response.text();
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
    const location = response.headers.get('location');
    if (location !== null) return this.open(new URL(location, url).href);
    return { status: response.status, title: /<title>([^<]*)/.exec(text)?.[1] ?? '' };
  }
}
