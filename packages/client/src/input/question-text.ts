import { isObject, type Params } from '@mcpfusion/protocol';

/** The message of an elicitation; in URL mode with its URL behind it. */
export function elicitationText({ message, mode, url }: Params): string {
  const text = typeof message === 'string' ? message : '';
  return mode === 'url' && typeof url === 'string' ? `${text} ${url}` : text;
}

/** The text of what a model is asked, its parts one a line. */
export function samplingText({ messages }: Params): string {
  const parts = (Array.isArray(messages) ? (messages as unknown[]) : []).flatMap((message) => {
    const content = isObject(message) ? message['content'] : undefined;
    return Array.isArray(content) ? (content as unknown[]) : [content];
  });
  return parts
    .map((part) => (isObject(part) && part['type'] === 'text' ? part['text'] : undefined))
    .filter((text) => typeof text === 'string')
    .join('\n');
}
