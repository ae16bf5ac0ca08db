import { FusionError } from '../errors.js';

/** Thrown by `ctx.call` when the call inside asks and the client must come again: the call around it ends here, too. */
export class InputNeeded extends FusionError {
  readonly #brand = true;

  constructor(tool: string) {
    super('INPUT_REQUIRED', `${tool} asks its user. Let this error pass: the call is run again with the answer.`);
  }

  /** Never throws, whatever a handler has thrown: a Proxy is not asked. */
  static is(thrown: unknown): thrown is InputNeeded {
    return typeof thrown === 'object' && thrown !== null && #brand in thrown && thrown.#brand;
  }
}
