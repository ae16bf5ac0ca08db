import { listAllTools, type ListedTool } from '@mcpfusion/client';
import type { CommandScope } from '../command.js';
import { runCall } from './run-call.js';
import type { CallRequest } from './start-call.js';

/** The tools of every page. `request` says how messages name it, and whether it only prepares a call. */
export function fetchTools(
  scope: CommandScope,
  request: Pick<CallRequest, 'what' | 'isPreparation'>,
): Promise<ListedTool[]> {
  return listAllTools((method, params) => runCall(scope, { ...request, method, params }));
}
