/** Somebody at a terminal. */
export interface Person {
  /** Shows a text, lines and all. What a server says in it has been made visible. */
  say(text: string): void;
  /** What was typed before now is not heard: it answers nothing that was not read. Rejects when the signal fires. */
  forget(signal: AbortSignal): Promise<void>;
  /** The next line that is typed; undefined at the end of the input. Rejects when the signal fires. */
  readLine(signal: AbortSignal): Promise<string | undefined>;
}

/** A person ends a question at any time with one of these. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly action: 'decline' | 'cancel';

  constructor(action: 'decline' | 'cancel') {
    super(action);
    this.action = action;
  }
}

/** What is typed, without blanks around it. Throws `Refusal` for `/decline`, `/cancel` and the end of the input. */
export async function typed(person: Person, signal: AbortSignal): Promise<string> {
  const line = (await person.readLine(signal))?.trim();
  if (line === undefined || line === '/cancel') throw new Refusal('cancel');
  if (line === '/decline') throw new Refusal('decline');
  return line;
}
