import { inputMethods, isObject, type Params } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onQuestion } from '../../seen/on-question.js';
import { kindOf, show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const samplingRequest: PassiveCheck = {
  rule: {
    id: 'SMP-S1',
    severity: 'must',
    title: 'A sampling request has messages, each with a role and content, and a number as maxTokens',
    specUrl: spec2026('client/sampling#creating-messages'),
    specUrl2025: spec2025('client/sampling#creating-messages'),
  },
  create: (report) =>
    onQuestion(inputMethods.sample, ({ params, frames, about }) => {
      const wrong = wrongSampling(params);
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames, about });
    }),
};

function wrongSampling({ messages, maxTokens }: Params): string | undefined {
  if (!Array.isArray(messages)) return `messages to be an array, got ${kindOf(messages)}`;
  const strange = (messages as unknown[]).find((message) => !isMessage(message));
  if (strange !== undefined) return `a message to have a role, user or assistant, and content, got ${show(strange)}`;
  return typeof maxTokens === 'number' ? undefined : `maxTokens to be a number, got ${kindOf(maxTokens)}`;
}

function isMessage(message: unknown): boolean {
  if (!isObject(message)) return false;
  const { role, content } = message;
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  return (
    (role === 'user' || role === 'assistant') &&
    blocks.every((block) => isObject(block) && typeof block['type'] === 'string')
  );
}
