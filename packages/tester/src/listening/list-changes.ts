/** The notifications about lists, the capability that stands for each, and the key that asks for it in 2026. */
export const listChanges: Readonly<Record<string, { readonly capability: string; readonly key: string }>> = {
  'notifications/tools/list_changed': { capability: 'tools', key: 'toolsListChanged' },
  'notifications/prompts/list_changed': { capability: 'prompts', key: 'promptsListChanged' },
  'notifications/resources/list_changed': { capability: 'resources', key: 'resourcesListChanged' },
};

/** 2026: the first message of a subscription, which says what the server agrees to send. */
export const acknowledged = 'notifications/subscriptions/acknowledged';
