import { hasBrand } from './brand.js';

/** Who must act so that the error does not come again. */
export type Blame = 'caller' | 'author' | 'server';

/** What a code means. `mayRetry`: the same call may succeed later, unchanged. */
export interface ErrorEntry {
  readonly blame: Blame;
  readonly mayRetry: boolean;
  readonly message: string;
}

/** Every code of the framework's own. Authors add theirs freely. `docs/errors.md` repeats this table. */
export const errorTable = {
  SETUP: { blame: 'author', mayRetry: false, message: 'The tool or server is defined wrongly.' },
  INVALID_ARGUMENTS: { blame: 'caller', mayRetry: false, message: 'The arguments do not match the input schema.' },
  OUTPUT_INVALID: { blame: 'author', mayRetry: false, message: 'The answer does not match the output schema.' },
  INTERNAL_ERROR: { blame: 'author', mayRetry: false, message: 'The tool failed.' },
  SERVER_BUSY: { blame: 'server', mayRetry: true, message: 'Too many calls are waiting.' },
  DEADLOCK: {
    blame: 'author',
    mayRetry: false,
    message: 'The call would wait for a key or slot that its own call holds.',
  },
  NESTED_TOO_DEEP: { blame: 'author', mayRetry: false, message: 'Calls were nested too deep.' },
  TIMEOUT: { blame: 'server', mayRetry: true, message: 'The call took longer than it may.' },
  SHUTTING_DOWN: { blame: 'server', mayRetry: true, message: 'The server is shutting down.' },
  ELICITATION_UNSUPPORTED: {
    blame: 'caller',
    mayRetry: false,
    message: 'The tool must ask, and this client cannot be asked.',
  },
  INPUT_DECLINED: { blame: 'caller', mayRetry: false, message: 'The user declined.' },
  INPUT_CANCELLED: { blame: 'caller', mayRetry: true, message: 'The user closed the question without an answer.' },
  INPUT_TIMEOUT: { blame: 'caller', mayRetry: true, message: 'Nobody answered the question in time.' },
  INPUT_FAILED: { blame: 'caller', mayRetry: true, message: 'The client gave what is no answer to its question.' },
  INPUT_ROUNDS_EXCEEDED: { blame: 'caller', mayRetry: false, message: 'The tool had to ask too often.' },
  INPUT_REQUIRED: {
    blame: 'author',
    mayRetry: false,
    message: 'A call inside this one asks its user; the error was not passed on.',
  },
  STATE_STALE: {
    blame: 'server',
    mayRetry: false,
    message: 'The tool has changed since it asked, or did not do the same again. Call it again, once.',
  },
  STATE_USED: { blame: 'caller', mayRetry: false, message: 'This answer was given before.' },
  STATE_TOO_LARGE: { blame: 'author', mayRetry: false, message: 'The tool keeps more between questions than it may.' },
  CANCELLED: { blame: 'caller', mayRetry: true, message: 'The call was cancelled.' },
} as const satisfies Record<string, ErrorEntry>;

export type FusionErrorCode = keyof typeof errorTable;

export interface FusionErrorOptions {
  /** What to do about it, for the model. One or two sentences. */
  readonly recovery?: string;
  /** Seconds after which the same call may succeed. */
  readonly retryAfterSeconds?: number;
  /** Kept for the log; never shown to the client. */
  readonly cause?: unknown;
}

const errorBrand = Symbol.for('dev.mcpfusion/error');

/**
 * An error that a client may see. Thrown in a handler it becomes a tool error
 * with `code` and `message`; any other throw is shown as `INTERNAL_ERROR`.
 *
 * `instanceof` goes by a registered symbol, so that two installed copies agree.
 */
export class FusionError extends Error {
  readonly code: string;
  readonly recovery: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, message: string, options: FusionErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'FusionError';
    this.code = code;
    this.recovery = options.recovery;
    this.retryAfterSeconds = options.retryAfterSeconds;
    Object.defineProperty(this, errorBrand, { value: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== FusionError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return hasBrand(value, errorBrand);
  }
}

/** A mistake in a definition. Says what was expected and what came. */
export function setupError(message: string, cause?: unknown): FusionError {
  return new FusionError('SETUP', message, cause === undefined ? {} : { cause });
}

/** Who ended a call: its client, a lost connection (2026-07-28), its time limit, the server's end. */
export type CancelKind = 'client' | 'disconnect' | 'timeout' | 'shutdown';

const cancelledBrand = Symbol.for('dev.mcpfusion/cancelled');

/** The `reason` of a call's signal. `instanceof` goes by a registered symbol, too. */
export class CancelledError extends FusionError {
  readonly kind: CancelKind;
  /** The peer's own words, when it gave any. */
  readonly peerReason: string | undefined;

  constructor(kind: CancelKind, message: string, peerReason?: string) {
    super(codeOfKind[kind], message);
    // Libraries tell an abort from a failure by these names.
    this.name = kind === 'timeout' ? 'TimeoutError' : 'AbortError';
    this.kind = kind;
    this.peerReason = peerReason;
    Object.defineProperty(this, cancelledBrand, { value: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, cancelledBrand);
  }
}

const codeOfKind: Readonly<Record<CancelKind, FusionErrorCode>> = {
  client: 'CANCELLED',
  disconnect: 'CANCELLED',
  timeout: 'TIMEOUT',
  shutdown: 'SHUTTING_DOWN',
};

const unsupportedBrand = Symbol.for('dev.mcpfusion/input-unsupported');

/**
 * Thrown where a client cannot be asked. `requiredCapabilities`: what it lacks. `elicitations`: 2025, pages that its
 * user can visit all the same.
 */
export class InputUnsupported extends FusionError {
  readonly requiredCapabilities: object;
  readonly elicitations: readonly object[] | undefined;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, unsupportedBrand);
  }

  constructor(message: string, requiredCapabilities: object = {}, elicitations?: readonly object[]) {
    super('ELICITATION_UNSUPPORTED', message, {
      recovery: 'Use a client that can ask its user, or do without this tool.',
    });
    this.requiredCapabilities = requiredCapabilities;
    this.elicitations = elicitations;
    Object.defineProperty(this, unsupportedBrand, { value: true });
  }
}

const refusedBrand = Symbol.for('dev.mcpfusion/input-refused');

/** The user said no: `yield* ask.form(…)` throws it, with the code `INPUT_DECLINED` or `INPUT_CANCELLED`. */
export class InputRefusedError extends FusionError {
  readonly action: 'decline' | 'cancel';
  /** Of `ask.all()`: the question that was refused. */
  readonly key: string | undefined;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, refusedBrand);
  }

  constructor(action: 'decline' | 'cancel', key?: string) {
    const { code, message, recovery } = refusals[action];
    super(code, message, { recovery });
    this.action = action;
    this.key = key;
    Object.defineProperty(this, refusedBrand, { value: true });
  }
}

const refusals = {
  decline: {
    code: 'INPUT_DECLINED',
    message: 'The user declined.',
    recovery: 'Do not ask again unless the user wants it.',
  },
  cancel: {
    code: 'INPUT_CANCELLED',
    message: 'The user closed the question without an answer.',
    recovery: 'Ask the user whether to try again.',
  },
} as const;

const stepBrand = Symbol.for('dev.mcpfusion/step-error');

/**
 * What `yield* step(…)` throws when the step failed, unless with a `FusionError`: the same in the round in which it
 * failed and in those after it. Clients are not shown it.
 */
export class StepError extends Error {
  /** The name of the step. */
  readonly step: string;
  /** The `name` of what the step threw: `TypeError`. */
  readonly errorName: string;
  /** The `code` of what the step threw, if that was a string: `ECONNREFUSED`. */
  readonly code: string | undefined;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, stepBrand);
  }

  constructor(step: string, thrown: { readonly name: string; readonly message: string; readonly code?: string }) {
    super(thrown.message);
    this.name = 'StepError';
    this.step = step;
    this.errorName = thrown.name;
    this.code = thrown.code;
    Object.defineProperty(this, stepBrand, { value: true });
  }
}

/** The client takes no answer any more. */
export function isGivenUp({ kind }: CancelledError): boolean {
  return kind === 'client' || kind === 'disconnect';
}
