import { inputMethods, isObject, type Params } from '@mcpfusion/protocol';

/** What the user has agreed to in the round before: a server asks it again until the visit is over. */
export class AgreedVisits {
  #agreed = new Map<string, string>();

  /** The user has agreed to just this, and need not be asked again. */
  knows(key: string, question: unknown): boolean {
    const visit = visitIn(question);
    return visit !== undefined && this.#agreed.get(key) === visit;
  }

  /** Nothing but what the user has agreed to is asked. */
  knowsAll(questions: unknown): boolean {
    const asked = isObject(questions) ? Object.entries(questions) : [];
    return asked.length > 0 && asked.every(([key, question]) => this.knows(key, question));
  }

  /** The round is answered; what an earlier one has agreed to counts no more. */
  note(questions: unknown, answers: Params | undefined): void {
    const asked = isObject(questions) ? Object.entries(questions) : [];
    this.#agreed = new Map(
      asked.flatMap(([key, question]) => {
        const answer = answers?.[key];
        const visit = isObject(answer) && answer['action'] === 'accept' ? visitIn(question) : undefined;
        return visit === undefined ? [] : [[key, visit] as const];
      }),
    );
  }
}

function visitIn(question: unknown): string | undefined {
  const { method, params } = isObject(question) ? question : {};
  return method === inputMethods.elicit && isObject(params) && params['mode'] === 'url'
    ? JSON.stringify(params)
    : undefined;
}
