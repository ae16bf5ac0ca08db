import type { Frame } from '@mcpfusion/client';
import { allChecks } from './all-checks.js';
import type { Finding, Rule } from './finding.js';
import type { Broken, Observer, PassiveCheck } from './passive-check.js';
import { thin } from './seen/thin.js';
import { Traffic } from './traffic.js';

/** Findings of one rule on one connection; further ones would say nothing new. */
const maxOfRule = 20;

/** Stray lines that are looked at. */
const maxNoise = 100;

export interface PassiveChecksOptions {
  readonly transport: 'stdio' | 'http';
  readonly onFinding: (finding: Finding) => void;
  /** All by default. */
  readonly checks?: readonly PassiveCheck[];
  /** A check has thrown, and so could not judge a frame. By default nobody hears of it; what this throws goes to the caller of `frame`. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * Watches a connection and tells which rules of the protocol the server breaks. Sends nothing, and holds nothing
 * against the server that this side has provoked with bytes that are no message. A rule is reported once for each
 * request.
 */
export class PassiveChecks {
  readonly #traffic: Traffic;
  readonly #observers: readonly Observer[];
  readonly #noiseObservers: readonly Observer[];
  readonly #onFault: (error: unknown) => void;
  #noiseCount = 0;

  constructor({ transport, onFinding, checks = allChecks, onFault = () => {} }: PassiveChecksOptions) {
    this.#onFault = onFault;
    this.#traffic = new Traffic(transport);
    const urlOf = ({ specUrl, specUrl2025 = specUrl }: Rule): string =>
      this.#traffic.session.initialize ? specUrl2025 : specUrl;
    const created = checks.map((check) => ({ check, observe: check.create(reporter(check.rule, urlOf, onFinding)) }));
    this.#observers = created.map(({ observe }) => observe);
    this.#noiseObservers = created.filter(({ check }) => check.seesNoise).map(({ observe }) => observe);
  }

  /** To be called for every frame, both ways, in the order of the wire, from the first of the handshake. Throws nothing of its own. */
  frame(frame: Frame): void {
    if (isNoise(frame)) return this.#noise(frame);
    if (!this.#traffic.eventIds.isRedelivery(frame)) {
      for (const observe of this.#observers) this.#quietly(() => observe(frame, this.#traffic));
    }
    this.#quietly(() => this.#traffic.take(frame));
  }

  // What the first ones did not show, the next will not.
  #noise(frame: Frame): void {
    if (++this.#noiseCount > maxNoise) return;
    for (const observe of this.#noiseObservers) this.#quietly(() => observe(frame, this.#traffic));
  }

  // A check that stumbles over hostile input must not end the connection it only watches.
  #quietly(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#onFault(error);
    }
  }
}

/** A line of stdout that does not even try to be a message. A server may write millions of them. */
function isNoise({ direction, http, message, raw }: Frame): boolean {
  return direction === 'in' && !http && message?.kind === 'invalid' && !/^\s*[[{]/.test(raw);
}

function reporter(
  rule: Rule,
  urlOf: (rule: Rule) => string,
  onFinding: (finding: Finding) => void,
): (broken: Broken) => void {
  const reported = new WeakSet<object>();
  let count = 0;
  return ({ text, frames, about }) => {
    if (count >= maxOfRule || (about && reported.has(about))) return;
    if (about) reported.add(about);
    count++;
    onFinding({ rule, specUrl: urlOf(rule), text, frames: frames.filter((frame) => frame !== undefined).map(thin) });
  };
}
