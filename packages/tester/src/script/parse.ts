import { UsageError } from '../exit/tester-error.js';
import { isBlankOrComment, stripComment } from './lexer/comments.js';
import { heredocStart, type HeredocStart } from './lexer/heredoc.js';
import { OpenQuote, tokenize } from './lexer/tokens.js';
import type { BlockWord, Script, ScriptNode, ScriptStep } from './script.js';

const maxTextLength = 200;
const noTokens: readonly string[] = Object.freeze([]);

/** Reads a whole script. Throws `UsageError` for a heredoc or a block that never ends, and for an `end` too many. */
export function parseScript(text: string, file: string): Script {
  const parser = new Parser(text, file);
  return Object.freeze({ file, body: parser.body(undefined) });
}

/** The line that opened a block, for the message about its missing end. */
interface Opening {
  readonly line: number;
  readonly text: string;
}

class Parser {
  readonly #lines: readonly string[];
  readonly #file: string;
  /** How many lines were read; of the line in hand its number. */
  #line = 0;

  constructor(text: string, file: string) {
    this.#lines = text.split(/\r?\n/);
    this.#file = file;
  }

  /** Up to the `end` of the block, or of the file. */
  body(opening: Opening | undefined): readonly ScriptNode[] {
    const nodes: ScriptNode[] = [];
    while (this.#line < this.#lines.length) {
      const raw = this.#next().trim();
      if (isBlankOrComment(raw)) continue;
      const command = stripComment(raw).trim();
      const heredoc = heredocStart(command);
      const step = heredoc ? this.#heredoc(heredoc, command) : this.#step(command);
      if (heredoc || !isBlockLine(step)) nodes.push(step);
      else if (step.tokens[0] !== 'end') nodes.push(this.#block(step));
      else if (opening) return Object.freeze(nodes);
      else throw new UsageError(this.#withoutBlock(command, nodes));
    }
    if (opening) {
      throw new UsageError(`${this.#file}:${opening.line}: expected "end" after this line: ${opening.text}`);
    }
    return Object.freeze(nodes);
  }

  #withoutBlock(command: string, nodes: readonly ScriptNode[]): string {
    const meant = nodes.findLast(({ tokens }) => tokens.includes('parallel') || tokens.includes('repeat'));
    if (!meant) return `${this.#file}:${this.#line}: expected a block before this line: ${command}`;
    return `${this.#file}:${meant.line}: expected parallel or repeat at the beginning of a line, with nothing before it: ${meant.text}`;
  }

  #next(): string {
    return this.#lines[this.#line++] ?? '';
  }

  #step(command: string, rest: Partial<ScriptStep> = {}): ScriptStep {
    const place = { kind: 'step', line: this.#line, text: command.slice(0, maxTextLength), ...rest } as const;
    try {
      return Object.freeze({ ...place, tokens: Object.freeze(tokenize(command)) });
    } catch (error) {
      if (!(error instanceof OpenQuote)) throw error;
      return Object.freeze({ ...place, tokens: noTokens, error: error.message });
    }
  }

  #heredoc({ prefix, mark }: HeredocStart, command: string): ScriptStep {
    const startLine = this.#line;
    if (mark === '') return this.#step(command, { error: 'expected a mark after <<, such as <<END' });
    const content: string[] = [];
    while (this.#line < this.#lines.length) {
      const line = this.#next();
      // What was read up to the end is one argument, as it stands.
      if (line.trim() === mark) {
        return this.#step(prefix, { heredoc: content.join('\n'), text: command.slice(0, maxTextLength) });
      }
      content.push(line);
    }
    throw new UsageError(`${this.#file}:${startLine}: expected a line "${mark}" that ends this heredoc: ${command}`);
  }

  #block({ line, text, tokens }: ScriptStep): ScriptNode {
    const body = this.body({ line, text });
    return Object.freeze({ kind: 'block', word: tokens[0] as BlockWord, line, text, tokens, body });
  }
}

/** `end` with anything behind it is a command, and an unknown use of the word. */
function isBlockLine({ tokens }: ScriptStep): boolean {
  const [word, ...rest] = tokens;
  return word === 'parallel' || word === 'repeat' || (word === 'end' && rest.length === 0);
}
