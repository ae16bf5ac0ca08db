import { FusionError } from '../errors.js';

/** Thrown by `ctx.call` when the call inside asks and the client must come again: the call around it ends here, too. */
export class InputNeeded extends FusionError {
  constructor(tool: string) {
    super('INPUT_REQUIRED', `${tool} asks its user. Let this error pass: the call is run again with the answer.`);
  }
}
