import type { Frame } from '@mcpfusion/client';
import { parseMessage } from '@mcpfusion/protocol';
import { expect, it } from 'vitest';
import type { PassiveCheck } from './passive-check.js';
import { PassiveChecks } from './passive-checks.js';

const rule = { id: 'X-1', severity: 'must', title: 'It throws', specUrl: 'https://example.com' } as const;
const failure = new Error('a fault of the check');
const stumbles: PassiveCheck = {
  rule,
  create: () => () => {
    throw failure;
  },
};
const content: PassiveCheck = { rule, create: (report) => (frame) => report({ text: 'seen', frames: [frame] }) };

const raw = '{"jsonrpc":"2.0","method":"x"}';
const frame: Frame = { direction: 'in', atMs: 1, raw, message: parseMessage(raw) };
const options = { transport: 'stdio', checks: [stumbles, content] } as const;

it('a check that throws keeps no other from judging, and is told to onFault', () => {
  const found: string[] = [];
  const faults: unknown[] = [];
  new PassiveChecks({
    ...options,
    onFinding: ({ text }) => found.push(text),
    onFault: (error) => faults.push(error),
  }).frame(frame);
  expect([found, faults]).toEqual([['seen'], [failure]]);
});

it('by default nobody hears of it', () => {
  const found: string[] = [];
  new PassiveChecks({ ...options, onFinding: ({ text }) => found.push(text) }).frame(frame);
  expect(found).toEqual(['seen']);
});

it('a rule is told twenty times at most', () => {
  let count = 0;
  const checks = new PassiveChecks({ transport: 'stdio', checks: [content], onFinding: () => count++ });
  for (let at = 0; at < 25; at++) checks.frame(frame);
  expect(count).toBe(20);
});
