export type { JsonObject, JsonValue } from './json.js';
export { isObject, own } from './json.js';
export type { RpcError } from './error-codes.js';
export { errorCodes, httpStatusOf, rpcError } from './error-codes.js';
export type {
  InvalidMessage,
  Params,
  RequestId,
  RpcMessage,
  RpcNotification,
  RpcRequest,
  RpcResponse,
} from './json-rpc.js';
export {
  encodeError,
  encodeNotification,
  encodeRequest,
  encodeResult,
  isRequestId,
  parseMessage,
  readMessage,
} from './json-rpc.js';
export type { LogLevel } from './log-level.js';
export { isAtLeast, isLogLevel, logLevels } from './log-level.js';
export { metaKeys, vendorMetaKeys } from './meta.js';
export type { Era, EraQuestion } from './revision.js';
export {
  eraOf,
  isStatelessVersion,
  latestSession,
  latestStateless,
  negotiate,
  sessionVersions,
  statelessVersions,
} from './revision.js';
export type { Capabilities, Envelope, Implementation, Meta, ProgressToken } from './envelope.js';
export { isImplementation, isRpcError, readSessionEnvelope, readStatelessEnvelope } from './envelope.js';
export type { HeaderLookup } from './headers.js';
export { decodeHeaderValue, encodeHeaderValue, headerMismatch, headerNames, nameOf } from './headers.js';
export type { ParamHeader } from './param-headers.js';
export { checkParamHeaders, findParamHeaders } from './param-headers.js';
export { climbLadder } from './ladder.js';
export type { SseEvent } from './sse.js';
export { encodeSse, sseComment, SseParser } from './sse.js';
export type { Line } from './lines.js';
export { LineSplitter } from './lines.js';
export type { ProgressValues } from './progress.js';
export { progressEncoder } from './progress.js';
export type { CancelledParams, ElicitationCompleteParams, LogMessageParams, ProgressParams } from './messages.js';
export { methods } from './messages.js';
export type { CacheHints, Codec, ToolListing } from './revisions/codec.js';
export { codecs } from './revisions/index.js';
export { sessionKnows } from './revisions/session-input.js';
export { ResultWriter } from './result-writer.js';
export type { FieldSchema, FormFormat, FormSchema, FormValue, TitledChoice } from './input/form-schema.js';
export { checkField, checkForm, choicesOf, formFormats, knownPart } from './input/form-schema.js';
export type { FormContent, FormIssue } from './input/form-content.js';
export { checkValue, readContent } from './input/form-content.js';
export type {
  FormRequest,
  InputRequest,
  InputRequests,
  RootsRequest,
  SamplingRequest,
  UrlRequest,
} from './input/input-request.js';
export { inputMethods, isFormRequest, isUrlRequest } from './input/input-request.js';
export type { InputNeed } from './input/input-needs.js';
export { inputNeeds, missingCapabilities, needsOf } from './input/input-needs.js';
export type { ElicitResponse, InputResponse, ReadResponse } from './input/input-response.js';
export { readResponse } from './input/input-response.js';
