import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html, pageHeaders, toDocument } from './html.js';

describe('html', () => {
  it('escapes what is put in, in text and in attributes, and nothing twice', () => {
    const name = `<b>"Ann's" & co</b>`;
    const escaped = '&#60;b&#62;&#34;Ann&#39;s&#34; &#38; co&#60;/b&#62;';
    expect(html`<p title="${name}">${html`<i>${name}</i>`}</p>`.text).toBe(
      `<p title="${escaped}"><i>${escaped}</i></p>`,
    );
    expect(toDocument('<x>', html`ok`)).toContain('<title>&#60;x&#62;</title>');
  });

  it('has one style, which its policy allows by its hash, and nothing else that a policy would refuse', () => {
    const text = toDocument('x', html`ok`);
    const styles = [...text.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);
    expect(styles).toHaveLength(1);
    const hash = createHash('sha256').update(styles.join('')).digest('base64');
    expect(pageHeaders['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(text).not.toMatch(/<script|<link|<img|style=|\son\w+=/);
  });
});
