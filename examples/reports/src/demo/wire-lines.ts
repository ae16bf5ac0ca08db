import type { Frame } from '@mcpfusion/client';
import { bold, dim, type Line, type Segment } from './line.js';

/** What is looked at in a message, whichever it is. */
interface Message {
  readonly kind: string;
  readonly method?: string;
  readonly params?: Question & {
    readonly arguments?: object;
    readonly inputResponses?: Readonly<Record<string, Answer>>;
    readonly requestState?: string;
  };
  readonly result?: Answer & {
    readonly resultType?: string;
    readonly inputRequests?: Readonly<Record<string, { readonly method: string; readonly params: Question }>>;
    readonly requestState?: string;
    readonly content?: readonly { readonly text?: string }[];
  };
}

interface Question {
  readonly mode?: string;
  readonly message?: string;
  readonly requestedSchema?: { readonly properties: Readonly<Record<string, { readonly type: string }>> };
}

interface Answer {
  readonly action?: string;
  readonly content?: unknown;
}

/** `→ tools/call  {"id":"inv_1041"}`: a call and its questions as they passed, one line for each message that tells of them. */
export function wireLines(frames: readonly Frame[]): Line[] {
  return frames.flatMap(({ direction, message }) => {
    const words = message && describe(message);
    if (!words) return [];
    const [name, ...rest] = words;
    return [[dim(direction === 'out' ? '  → ' : '  ← '), bold(name.padEnd(20)), ...rest]];
  });
}

function describe({ kind, method, params, result }: Message): [string, ...(string | Segment)[]] | undefined {
  if (method === 'tools/call') {
    const { inputResponses, requestState } = params ?? {};
    const given = inputResponses
      ? Object.values(inputResponses).map(inWords).join()
      : JSON.stringify(params?.arguments);
    return [method, given, dim(requestState === undefined ? '' : ' + the state as it came')];
  }
  if (method === 'elicitation/create') return [method, ...questionIn(params ?? {})];
  // The name fills its column.
  if (method === 'notifications/elicitation/complete') return ['elicitation/complete', ' the visit is over'];
  if (kind !== 'response' || !result) return undefined;
  if (result.inputRequests) {
    const questions = Object.values(result.inputRequests).flatMap((request) => questionIn(request.params));
    return ['input_required', ...questions, dim(` + a sealed state, ${result.requestState?.length} bytes`)];
  }
  if (result.action !== undefined) return ['its answer', inWords(result)];
  if (Array.isArray(result.content)) return ['result', result.content.map(({ text = '' }) => firstLine(text)).join('')];
  return undefined;
}

function questionIn({ mode, message = '', requestedSchema }: Question): (string | Segment)[] {
  if (mode === 'url') return [`"${message}" `, dim('the address of a page')];
  const fields = Object.entries(requestedSchema?.properties ?? {}).map(([name, { type }]) => `${name}: ${type}`);
  return [`"${message}" `, dim(fields.join(', '))];
}

function inWords({ action = '', content }: Answer): string {
  return content === undefined ? action : `${action} ${JSON.stringify(content)}`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
