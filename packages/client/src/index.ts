export { connect } from './connect.js';
export type { ConnectOptions } from './connect-options.js';
export type { Client } from './client.js';
export type { RunningCall } from './running-call.js';
export type { CallOptions } from './call-options.js';
export type { CallResult, ContentBlock } from './tools/call-result.js';
export { textOf } from './tools/call-result.js';
export type { ListedTool } from './tools/list-all.js';
export { listAllTools } from './tools/list-all.js';
export type { RefusedTool } from './tools/param-mirror.js';
export { ParamMirror } from './tools/param-mirror.js';

export type { StdioOptions } from './stdio/stdio.js';
export { stdio } from './stdio/stdio.js';
export { Tail } from './stdio/tail.js';
export type { HttpOptions } from './http/http.js';
export { http } from './http/http.js';
export type { OpenMemory } from './memory.js';
export { memory } from './memory.js';
export type { HeaderChanges, Transport, TransportKind } from './carrier.js';

export type { Frame, HttpPart } from './frame.js';
export type { Finding, FindingKind } from './finding.js';
export type { HttpExchange, HttpHead, HttpRequest, StreamEnd } from './http/exchange.js';
export type { RequestHandler, ServerRequestContext } from './server-requests.js';
export type { InputParams, InputRoundsOptions } from './input/input-rounds.js';
export { formProblem, isWebPage, UnacceptableQuestion } from './input/acceptable.js';
export { inputRounds } from './input/input-rounds.js';
export type { AnswerQueueOptions, AskedQuestion, ElicitAnswer, Root } from './input/answer-queue.js';
export { AnswerQueue } from './input/answer-queue.js';
export { elicitationText, samplingText } from './input/question-text.js';
export { checkAnswer, InvalidAnswer } from './input/check-answer.js';
export { defaultContent } from './input/default-content.js';
export type { ServerFacts } from './session.js';
export type { RequiredUrl } from './errors.js';
export {
  CallCancelled,
  CallTimedOut,
  ConnectionLost,
  HttpFailure,
  RpcFailure,
  UnusableAnswer,
  UrlElicitationRequired,
} from './errors.js';
