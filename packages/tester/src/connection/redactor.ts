const mask = '***';

/** A shorter value is not taken for a secret: masking `1` or `true` would make every text unreadable. */
const minSecretChars = 6;

/** A piece of a secret that is this long is masked as well: text is cut before it is printed. */
const minPieceChars = 8;

/** Names of headers, variables and parameters whose values are secrets. */
const secretName = /auth|cookie|token|secret|passw(or)?d|api[-_]?key|credential|bearer|signature|^sig$|session/i;

/** Of variables: many that say `session` or `auth` hold the address of something. */
const secretVariable = /token|secret|passw(or)?d|(api|access|private)_?key|credential|bearer/i;

/** `--token abc`, `--api-key=abc`, `API_TOKEN=abc`. */
const secretsInText: readonly (readonly [RegExp, string])[] = [
  [
    /((?:^|[\s;&|])--?[\w-]*(?:token|secret|password|passwd|pat|auth|bearer|credential|(?:api|access)-?key)(?:=|\s+))("[^"]*"|'[^']*'|[^\s"']+)/gi,
    `$1${mask}`,
  ],
  // Headers, as `curl` and `mcp-remote` take them.
  [/((?:authorization|cookie|[\w-]*(?:token|secret|api-?key)):\s*)((?:bearer|basic)\s+)?[^\s"']+/gi, `$1$2${mask}`],
  [/((?:^|[\s;&|])\w*(?:token|secret|password|passwd|api_?key)=)("[^"]*"|'[^']*'|[^\s"']+)/gi, `$1${mask}`],
];

/** Knows the secrets of a run, and takes them out of whatever is printed. */
export class Redactor {
  /** In every form in which a text may hold them, longest first. */
  #forms: readonly string[] = [];

  /** Every later text is free of it. */
  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < minSecretChars) return;
    const forms = new Set([...this.#forms, ...formsOf(secret)]);
    this.#forms = [...forms].toSorted((a, b) => b.length - a.length);
  }

  /** The values of headers that carry credentials. Of `Bearer abc` the token alone is a secret as well. */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) {
      if (!secretName.test(name)) continue;
      this.add(value);
      this.add(/^(?:Bearer|Basic) (.+)$/i.exec(value)?.[1]);
    }
  }

  /** Variables whose names say that they hold a secret. */
  addEnvironment(env: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value] of Object.entries(env)) if (secretVariable.test(name)) this.add(value);
  }

  /** The user's part, and parameters whose names say that they hold a secret. */
  addUrl({ username, password, searchParams }: URL): void {
    if (password !== '') {
      const [user, pass] = [decode(username), decode(password)];
      this.add(pass);
      this.add(Buffer.from(`${user}:${pass}`).toString('base64'));
    }
    for (const [name, value] of searchParams) if (secretName.test(name)) this.add(value);
  }

  redact(text: string): string {
    let redacted = text;
    for (const form of this.#forms) redacted = redacted.replaceAll(form, mask);
    for (const form of this.#forms) redacted = maskPieces(redacted, form);
    return redacted;
  }
}

/** As it is, and as JSON (also within JSON), XML, URLs and commands of GitHub Actions write it. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(json).slice(1, -1);
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const actions = secret.replaceAll('%', '%25');
  const forms = [secret, json, twice, json.replaceAll('/', '\\/'), xml, actions, encodeURIComponent(secret)];
  return [...forms, Buffer.from(secret).toString('base64')];
}

/** Where a text was cut: at its ends, at the ends of its lines, at the sign for what was left out. */
const cutAfter = /^(?:$|[\n…"'\\])/;
const cutBefore = /(?:^|[\n…"'])$/;

/** The beginning of a secret where the text was cut after it, and its end where the text was cut before it. */
function maskPieces(text: string, secret: string): string {
  if (secret.length <= minPieceChars) return text;
  return maskEnds(maskBeginnings(text, secret), secret);
}

function maskBeginnings(text: string, secret: string): string {
  const head = secret.slice(0, minPieceChars);
  let masked = text;
  for (let at = masked.indexOf(head); at >= 0; at = masked.indexOf(head, at + 1)) {
    let end = at + minPieceChars;
    while (end < masked.length && masked[end] === secret[end - at]) end++;
    // A word that a secret happens to begin with is none of it.
    if (cutAfter.test(masked.slice(end, end + 1))) masked = masked.slice(0, at) + mask + masked.slice(end);
  }
  return masked;
}

function maskEnds(text: string, secret: string): string {
  const tail = secret.slice(-minPieceChars);
  let masked = text;
  for (let at = masked.indexOf(tail); at >= 0; at = masked.indexOf(tail, at + 1)) {
    let start = at;
    while (start > 0 && masked[start - 1] === secret[secret.length - minPieceChars - 1 - (at - start)]) start--;
    if (!cutBefore.test(masked.slice(Math.max(0, start - 1), start))) continue;
    masked = masked.slice(0, start) + mask + masked.slice(at + minPieceChars);
    at = start;
  }
  return masked;
}

/** A command line fit to be shown: what looks like a credential is masked. */
export function redactCommand(text: string): string {
  const shown = secretsInText.reduce((part, [pattern, masked]) => part.replace(pattern, masked), text);
  return shown.replaceAll(/https?:\/\/[^\s"']+/g, redactUrl);
}

/** A URL fit to be shown: without the user's part, and with the names alone of its parameters. */
export function redactUrl(text: string): string {
  return text.replace(/(\w+:\/\/)[^\s/@]+@/, `$1${mask}@`).replaceAll(/([?&][^=&#\s]+)=[^&#\s]*/g, `$1=${mask}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
