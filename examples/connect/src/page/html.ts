import { createHash } from 'node:crypto';

/** Text that may stand in HTML as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What is put in is escaped, unless it was made by `html` itself. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  return new Html(
    parts.map((part, index) => (index === 0 ? part : `${toText(values[index - 1] as string | Html)}${part}`)).join(''),
  );
}

function toText(value: string | Html): string {
  if (value instanceof Html) return value.text;
  return value.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const style = 'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}';
// In one piece: with a space more the browser would refuse it, since its hash would be another.
const styleElement = new Html(`<style>${style}</style>`);

/** Of every answer: kept nowhere, shown in no frame, without scripts, and its forms go nowhere else. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; '),
  // `no-referrer` would take `Origin` from the forms as well.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

export function toDocument(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.text;
}
