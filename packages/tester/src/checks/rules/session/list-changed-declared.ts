import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

const memberOf: Readonly<Record<string, readonly [capability: string, member: string]>> = {
  'notifications/tools/list_changed': ['tools', 'listChanged'],
  'notifications/prompts/list_changed': ['prompts', 'listChanged'],
  'notifications/resources/list_changed': ['resources', 'listChanged'],
  'notifications/resources/updated': ['resources', 'subscribe'],
};

export const listChangedDeclared: PassiveCheck = {
  rule: {
    id: 'LIF-S1 LIF25-07',
    severity: 'must',
    title: 'A server that tells of changes has declared that it does',
    specUrl: spec2025('basic/lifecycle#capability-negotiation'),
  },
  create: (report) =>
    onNotification(undefined, ({ frame, traffic: { session }, notification: { method } }) => {
      const [capability, member] = Object.hasOwn(memberOf, method) ? memberOf[method]! : [];
      if (capability === undefined || member === undefined || !session.serverCapabilities) return;
      const declared = session.serverCapabilities[capability];
      if (isObject(declared) && declared[member] === true) return;
      const got = isObject(declared) ? `${member}: ${kindOf(declared[member])}` : kindOf(declared);
      report({
        text: `Expected ${capability}.${member} among the server's capabilities before ${method}, got ${got}.`,
        frames: [session.initializeResult, frame],
      });
    }),
};
