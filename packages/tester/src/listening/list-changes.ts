import { methods } from '@mcpfusion/protocol';

/** The notifications about lists, the capability that stands for each, and the key that asks for it in 2026. */
export const listChanges: Readonly<Record<string, { readonly capability: string; readonly key: string }>> = {
  'notifications/tools/list_changed': { capability: 'tools', key: 'toolsListChanged' },
  'notifications/prompts/list_changed': { capability: 'prompts', key: 'promptsListChanged' },
  'notifications/resources/list_changed': { capability: 'resources', key: 'resourcesListChanged' },
};

/** 2026: the first message of a subscription, which says what the server agrees to send. */
export const acknowledged = 'notifications/subscriptions/acknowledged';

/** 2025: that a visit is over. It comes on the stream of the call that has asked for it, so that nothing need be opened. */
export const completion = methods.elicitationComplete;

/** What a script can wait for. */
export const awaited: readonly string[] = [...Object.keys(listChanges), completion];
