import { progressAfterResponse } from './rules/progress/progress-after-response.js';
import { progressIncreases } from './rules/progress/progress-increases.js';
import { progressMessage } from './rules/progress/progress-message.js';
import { progressNumbers } from './rules/progress/progress-numbers.js';
import { progressOwnStream } from './rules/progress/progress-own-stream.js';
import { progressRelatedStream } from './rules/progress/progress-related-stream.js';
import { progressTokenGiven } from './rules/progress/progress-token-given.js';
import { logAfterResponse } from './rules/logging/log-after-response.js';
import { logAskedFor } from './rules/logging/log-asked-for.js';
import { logData } from './rules/logging/log-data.js';
import { logDeclared } from './rules/logging/log-declared.js';
import { logLevel } from './rules/logging/log-level.js';
import { logOnListen } from './rules/logging/log-on-listen.js';
import { logThreshold2025 } from './rules/logging/log-threshold-2025.js';
import { logThreshold2026 } from './rules/logging/log-threshold-2026.js';
import { progressAfterCancel } from './rules/cancelling/progress-after-cancel.js';
import { responseAfterCancel } from './rules/cancelling/response-after-cancel.js';
import { serverCancels2025 } from './rules/cancelling/server-cancels-2025.js';
import { serverCancels2026 } from './rules/cancelling/server-cancels-2026.js';
import { errorCodes2026 } from './rules/base/error-codes-2026.js';
import { errorShape } from './rules/base/error-shape.js';
import { jsonRpcVersion } from './rules/base/json-rpc-version.js';
import { noBatch } from './rules/base/no-batch.js';
import { nullId } from './rules/base/null-id.js';
import { oneResponse } from './rules/base/one-response.js';
import { requestShape } from './rules/base/request-shape.js';
import { responseHasId } from './rules/base/response-has-id.js';
import { responseIdKnown } from './rules/base/response-id-known.js';
import { resultOrError } from './rules/base/result-or-error.js';
import { serverRequests2026 } from './rules/base/server-requests-2026.js';
import { cacheHints } from './rules/results/cache-hints.js';
import { discoverResult } from './rules/results/discover-result.js';
import { resultTypeKnown } from './rules/results/result-type-known.js';
import { resultTypePresent } from './rules/results/result-type-present.js';
import { elicitationComplete } from './rules/input/elicitation-complete.js';
import { elicitationForm } from './rules/input/elicitation-form.js';
import { elicitationHttps } from './rules/input/elicitation-https.js';
import { elicitationMode } from './rules/input/elicitation-mode.js';
import { elicitationSecrets } from './rules/input/elicitation-secrets.js';
import { elicitationUrl } from './rules/input/elicitation-url.js';
import { inputDeclared } from './rules/input/input-declared.js';
import { inputRequestKinds } from './rules/input/input-request-kinds.js';
import { inputRequiredMembers } from './rules/input/input-required-members.js';
import { inputRequiredMethods } from './rules/input/input-required-methods.js';
import { listedTools } from './rules/tools/listed-tools.js';
import { structuredContent } from './rules/tools/structured-content.js';
import { toolContent } from './rules/tools/tool-content.js';
import { toolNamesUnique } from './rules/tools/tool-names-unique.js';
import { beforeInitialized } from './rules/session/before-initialized.js';
import { initializeResult } from './rules/session/initialize-result.js';
import { listChangedDeclared } from './rules/session/list-changed-declared.js';
import { serverRequestCapabilities } from './rules/session/server-request-capabilities.js';
import { serverRequestIds } from './rules/session/server-request-ids.js';
import { acknowledgedFilter } from './rules/subscriptions/acknowledged-filter.js';
import { acknowledgedFirst } from './rules/subscriptions/acknowledged-first.js';
import { changeAskedFor } from './rules/subscriptions/change-asked-for.js';
import { subscriptionEnd } from './rules/subscriptions/subscription-end.js';
import { subscriptionId } from './rules/subscriptions/subscription-id.js';
import { samplingRequest } from './rules/input/sampling-request.js';
import { stdoutMessages } from './rules/stdio/stdout-messages.js';
import { stdoutUtf8 } from './rules/stdio/stdout-utf8.js';
import { errorStatus2026 } from './rules/http/error-status-2026.js';
import { eventIdsUnique } from './rules/http/event-ids-unique.js';
import { httpAccepted } from './rules/http/http-accepted.js';
import { httpBodyJson } from './rules/http/http-body-json.js';
import { httpContentType } from './rules/http/http-content-type.js';
import { noBuffering } from './rules/http/no-buffering.js';
import { responseOwnStream } from './rules/http/response-own-stream.js';
import { sessionIdAscii } from './rules/http/session-id-ascii.js';
import { sessionIdStable } from './rules/http/session-id-stable.js';
import { streamHasResponse2026, streamHasResponse2025 } from './rules/http/stream-has-response.js';
import type { PassiveCheck } from './passive-check.js';

/**
 * Every passive check, by subject. The id of a rule is that of the rule list; `RPC` numbers what JSON-RPC and the pages
 * on messages say beyond it, and an `S` in the number what only the schema says of a shape.
 */
export const allChecks: readonly PassiveCheck[] = [
  progressAfterResponse,
  progressIncreases,
  progressMessage,
  progressNumbers,
  progressOwnStream,
  progressRelatedStream,
  progressTokenGiven,
  logAfterResponse,
  logAskedFor,
  logData,
  logDeclared,
  logLevel,
  logOnListen,
  logThreshold2025,
  logThreshold2026,
  progressAfterCancel,
  responseAfterCancel,
  serverCancels2025,
  serverCancels2026,
  errorCodes2026,
  errorShape,
  jsonRpcVersion,
  noBatch,
  nullId,
  oneResponse,
  requestShape,
  responseHasId,
  responseIdKnown,
  resultOrError,
  serverRequests2026,
  cacheHints,
  discoverResult,
  resultTypeKnown,
  resultTypePresent,
  elicitationMode,
  elicitationForm,
  elicitationUrl,
  elicitationComplete,
  elicitationHttps,
  elicitationSecrets,
  samplingRequest,
  inputDeclared,
  inputRequestKinds,
  inputRequiredMembers,
  inputRequiredMethods,
  listedTools,
  structuredContent,
  toolContent,
  toolNamesUnique,
  beforeInitialized,
  initializeResult,
  listChangedDeclared,
  serverRequestCapabilities,
  serverRequestIds,
  changeAskedFor,
  acknowledgedFirst,
  subscriptionId,
  acknowledgedFilter,
  subscriptionEnd,
  stdoutMessages,
  stdoutUtf8,
  errorStatus2026,
  eventIdsUnique,
  httpAccepted,
  httpBodyJson,
  httpContentType,
  noBuffering,
  responseOwnStream,
  sessionIdAscii,
  sessionIdStable,
  streamHasResponse2026,
  streamHasResponse2025,
];
