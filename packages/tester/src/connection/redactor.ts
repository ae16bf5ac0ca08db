const mask = '***';

/** A shorter value is not taken for a secret: masking `1` or `true` would make every text unreadable. */
const minSecretChars = 6;

/** Header names whose values are secrets. */
const secretHeader = /^(proxy-)?authorization$|cookie|token|secret|password|api-?key|credential/i;

/** `--token abc`, `--api-key=abc`, `API_TOKEN=abc`, `https://user:pass@host`. */
const secretsInText: readonly (readonly [RegExp, string])[] = [
  [
    /((?:^|[\s;&|])--?[\w-]*(?:token|secret|password|passwd|api-?key)(?:=|\s+))("[^"]*"|'[^']*'|[^\s"']+)/gi,
    `$1${mask}`,
  ],
  [/((?:^|[\s;&|])\w*(?:token|secret|password|passwd|api_?key)=)("[^"]*"|'[^']*'|[^\s"']+)/gi, `$1${mask}`],
  [/(\w+:\/\/)[^\s/@]+@/g, `$1${mask}@`],
];

/** Knows the secrets of a run, and takes them out of whatever is printed. */
export class Redactor {
  readonly #secrets = new Set<string>();

  /** Every later text is free of it. */
  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < minSecretChars) return;
    this.#secrets.add(secret);
    // As it stands in JSON, where it differs.
    this.#secrets.add(JSON.stringify(secret).slice(1, -1));
  }

  /** The values of headers that carry credentials. Of `Bearer abc` the token alone is a secret as well. */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) {
      if (!secretHeader.test(name)) continue;
      this.add(value);
      this.add(/^(?:Bearer|Basic) (.+)$/i.exec(value)?.[1]);
    }
  }

  redact(text: string): string {
    let redacted = text;
    for (const secret of this.#secrets) redacted = redacted.replaceAll(secret, mask);
    return redacted;
  }
}

/** A command line or URL fit to be shown: what looks like a credential is masked. */
export function redactCommand(text: string): string {
  return secretsInText.reduce((shown, [pattern, masked]) => shown.replace(pattern, masked), text);
}
