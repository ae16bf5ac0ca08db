import { methods } from '@mcpfusion/protocol';
import type { ServerCore } from '../server.js';
import { discover } from './discover.js';
import { initialize, ping } from './initialize.js';
import type { Method } from './method.js';
import { setLevel } from './set-level.js';
import { toolsCall } from './tools-call.js';
import { toolsList } from './tools-list.js';

export type { Method } from './method.js';

const always: ReadonlyMap<string, Method> = new Map([
  [methods.initialize, initialize],
  [methods.ping, ping],
  [methods.discover, discover],
  [methods.toolsList, toolsList],
  [methods.toolsCall, toolsCall],
]);

const withLogging: ReadonlyMap<string, Method> = new Map([...always, [methods.setLevel, setLevel]]);

/** What a server answers to. Which of it exists in a revision is the codec's to say. */
export function methodsOf({ capabilities }: ServerCore): ReadonlyMap<string, Method> {
  return 'logging' in capabilities ? withLogging : always;
}
