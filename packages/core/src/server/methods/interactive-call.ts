import { errorCodes, isObject, latestStateless, methods, rpcError, type Params } from '@mcpfusion/protocol';
import { FusionError, InputUnsupported } from '../../errors.js';
import { createMemory, type CallMemory } from '../../handler/call-memory.js';
import { failAsked, openQuestions, takeAnswers } from '../../input/ask-memory.js';
import { CallInput } from '../../input/call-input.js';
import { EarlyVisits } from '../../input/early-visits.js';
import { recordError } from '../../input/recorded-error.js';
import { stateUsed, type OpenedState, type StateBinding } from '../../input/request-state.js';
import type { Interactive, ToolDefinition } from '../../tool/definition.js';
import { SessionAsks } from '../live-asks.js';
import type { MethodCall } from '../method-call.js';
import { StatelessAsks } from '../retry-asks.js';
import { invalidParams, RpcFailure } from '../rpc-failure.js';

/** What a call of an interactive tool begins with: its input, or the end before its handler has run. */
export type OpenedInput =
  | { readonly kind: 'open'; readonly input: CallInput }
  /** Something is left to ask, and nothing to run. */
  | { readonly kind: 'asked-again'; readonly requests: Params; readonly state: string };

/** The params of a 2026 retry, as far as their shape goes. Throws `-32602`. */
export function checkRetryParams({ exchange, params }: MethodCall): void {
  if (exchange.era !== latestStateless) return;
  const { inputResponses, requestState } = params;
  if (inputResponses !== undefined && !(isObject(inputResponses) && Object.values(inputResponses).every(isObject)))
    throw invalidParams('expected inputResponses to be an object of objects');
  if (requestState !== undefined && typeof requestState !== 'string')
    throw invalidParams('expected requestState to be a string');
}

/** For tools that never ask: no state can be theirs. */
export function refuseState({ server, exchange, params }: MethodCall, tool: string): void {
  if (exchange.era !== latestStateless || params['requestState'] === undefined) return;
  server.inputs.stateRefused('never asks', tool);
  throw wrongState();
}

/** Throws where the client cannot be asked what the tool needs; otherwise gives the input of the call, at once if it is the first round. */
export function openInput(
  call: MethodCall,
  tool: ToolDefinition,
  interactive: Interactive,
): OpenedInput | Promise<OpenedInput> {
  const memory = (): CallMemory => createMemory(interactive.onRefusal === 'reenter');
  if (call.exchange.era !== latestStateless) {
    const asks = new SessionAsks(call);
    asks.checkNeeds(interactive.needs);
    return { kind: 'open', input: new CallInput(asks, memory()) };
  }
  const binding: StateBinding = {
    server: call.server.info.name,
    revision: latestStateless,
    method: methods.toolsCall,
    tool,
    rawInput: call.params['arguments'],
    principal: call.arrival.principal,
  };
  const { requestState, inputResponses } = call.params;
  const first = new StatelessAsks(call, binding, 0);
  first.checkNeeds(interactive.needs);
  if (typeof requestState === 'string') return openRetry(call, binding, requestState);
  // Answers without a state: that the tool has asked is then only the client's word, which will do where nothing is changed.
  const early = tool.kind === 'query' ? (inputResponses as Params | undefined) : undefined;
  return { kind: 'open', input: new CallInput(first, memory(), early && { early }) };
}

async function openRetry(call: MethodCall, binding: StateBinding, requestState: string): Promise<OpenedInput> {
  const { states } = call.server.inputs;
  const opened = await states.open(binding, requestState);
  if (!opened) throw wrongState();
  const { memory, rounds } = opened;
  const asks = new StatelessAsks(call, binding, rounds);
  const early = await takeVisited(call, opened, (call.params['inputResponses'] ?? {}) as Params);
  const requests = openQuestions(memory);
  const open = Object.keys(requests);
  early.closeAllBut(open);
  if (open.length > 0 && memory.refused === undefined) {
    asks.checkRequests(requests);
    // A client that comes before its user is through has done nothing wrong.
    const mayAsk = open.every((key) => early.keys.has(key)) || mayAskAgain(asks, memory);
    if (mayAsk) return { kind: 'asked-again', requests, state: await asks.seal(memory, opened) };
  }
  // Only reading may be done twice.
  const mayRunAgain = binding.tool.kind === 'query';
  return { kind: 'open', input: new CallInput(asks, memory, { claim: () => claimOnce(call, opened), mayRunAgain }) };
}

/**
 * Takes what is an answer by now: agreeing to a visit is one when the visit is over, which may be soon. Gives
 * those that are not.
 *
 * Source: 2026-07-28, Elicitation, URL Mode Flow: "It may need to block until the request is fulfilled."
 */
async function takeVisited(
  { server, exchange }: MethodCall,
  { memory, expiresAtMs }: OpenedState,
  responses: Params,
): Promise<EarlyVisits> {
  const { visits, visitHoldMs } = server.inputs;
  const early = await EarlyVisits.find(visits, memory, responses);
  takeResponses(memory, early.without(responses));
  const { keys } = early;
  const open = Object.keys(openQuestions(memory));
  // What is asked again anyway is not waited for.
  if (open.length === 0 || memory.refused !== undefined || !open.every((key) => keys.has(key))) return early;
  // Longer each time: some clients come back at once, and only so often.
  const waits = (memory.waits = (memory.waits ?? 0) + 1);
  const holdMs = Math.min(visitHoldMs, firstHoldMs * 2 ** (waits - 1), expiresAtMs - Date.now());
  await early.hold(holdMs, exchange.cancellation);
  takeResponses(memory, early.without(responses));
  return early;
}

function takeResponses(memory: CallMemory, responses: Params): void {
  try {
    takeAnswers(memory, responses);
  } catch (error) {
    throw error instanceof FusionError ? invalidParams(error.message.replace(/\.$/, '')) : error;
  }
}

/** Throws when it was asked too often; or false: a generator asked, which is told so where it asked. */
function mayAskAgain(asks: StatelessAsks, memory: CallMemory): boolean {
  try {
    asks.countRound();
    return true;
  } catch (error) {
    if (failAsked(memory, recordError(error))) return false;
    throw error;
  }
}

async function claimOnce({ server }: MethodCall, opened: OpenedState): Promise<void> {
  if (!(await server.inputs.states.claim(opened))) throw stateUsed();
}

function wrongState(): RpcFailure {
  return invalidParams('requestState cannot be used with this request');
}

/**
 * A client that cannot be asked is told by a JSON-RPC error in 2026, and in 2025 if there are pages to visit.
 *
 * Source: 2026-07-28, basic, Error Codes; 2025-11-25, Elicitation, URL Elicitation Required Error.
 */
export function toRpcFailure(error: FusionError, isStateless: boolean): RpcFailure | undefined {
  if (!(error instanceof InputUnsupported)) return undefined;
  const { requiredCapabilities, elicitations, code, message } = error;
  if (!isStateless)
    return elicitations && new RpcFailure(rpcError(errorCodes.urlElicitationRequired, message, { elicitations }));
  return new RpcFailure(rpcError(errorCodes.missingRequiredClientCapability, message, { requiredCapabilities, code }));
}

/** How long the first retry is held that comes before its visit is over, in ms. */
const firstHoldMs = 2_000;
