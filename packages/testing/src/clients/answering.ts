import { inputMethods, type Capabilities } from '@mcpfusion/protocol';
import type { WireAnswerer } from '../wire.js';

/** Who answers a client's server, as a test sets it. */
export class Answering {
  /** The methods that the capabilities promise. */
  readonly methods: readonly string[];
  answer: WireAnswerer = ({ method }) => {
    if (method === inputMethods.elicit) return { action: 'decline' };
    throw new Error(`Expected answerWith() before ${method}.`);
  };

  constructor({ elicitation, sampling, roots }: Capabilities) {
    this.methods = [
      ...(elicitation === undefined ? [] : [inputMethods.elicit]),
      ...(sampling === undefined ? [] : [inputMethods.sample]),
      ...(roots === undefined ? [] : [inputMethods.listRoots]),
    ];
  }
}
