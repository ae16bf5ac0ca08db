/** A script that was read: frozen data. Nothing of it has run. */
export interface Script {
  /** As it was given: names the script in messages, and the place its includes are relative to. */
  readonly file: string;
  readonly body: readonly ScriptNode[];
}

export type ScriptNode = ScriptStep | ScriptBlock;

/** One command. */
export interface ScriptStep {
  readonly kind: 'step';
  /** From 1. Of a heredoc the line of its end. */
  readonly line: number;
  /** As it is written, without comment, cut at 200 characters. */
  readonly text: string;
  /** Before variables are replaced: `['assert_equals', '$total', '10']`. Empty where `error` is set. */
  readonly tokens: readonly string[];
  /** The last argument, taken as it is. */
  readonly heredoc?: string;
  /** Why the line cannot be read. Running it is a script error; the other lines run. */
  readonly error?: string;
}

/** `parallel … end` or `repeat N … end`. */
export interface ScriptBlock {
  readonly kind: 'block';
  readonly word: BlockWord;
  readonly line: number;
  readonly text: string;
  readonly tokens: readonly string[];
  readonly body: readonly ScriptNode[];
}

export type BlockWord = 'parallel' | 'repeat';
