import { stateless, toolCall } from './messages.mjs';

/** Asks for `count` progress events. */
export const floodCall = (id, count) =>
  toolCall({ id, era: stateless, name: 'flood', args: { count }, meta: { progressToken: id } });
