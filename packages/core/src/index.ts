// For people who write tools.
export { initMCPFusion } from './tool/fusion.js';
export type { Fusion, ToolOptions } from './tool/fusion.js';
export type { OutputOptions, ToolBuilder } from './tool/tool-builder.js';
export type {
  Concurrency,
  Interactive,
  InteractiveOptions,
  ToolAnnotations,
  ToolArguments,
  ToolDefinition,
  ToolIcon,
  ToolInput,
  ToolKind,
  ToolResult,
} from './tool/definition.js';
export type {
  ArrayOptions,
  BooleanOptions,
  EnumOptions,
  FieldOptions,
  IntegerOptions,
  NumberOptions,
  StringOptions,
} from './tool/fields.js';
export type { AnySchema, JsonSchema, SchemaPair } from './tool/schema.js';
export type { Handler } from './tool/handler.js';
export type { Middleware, MiddlewareCall, Passed } from './tool/middleware.js';
export { progress } from './handler/progress.js';
export type { ProgressEvent, ProgressFields, ProgressReporter } from './handler/progress.js';
export { ask } from './handler/ask.js';
export type { AskUrlOptions } from './handler/ask.js';
export { step } from './handler/step.js';
export type { AskCommand, Command, StepCommand, StepFunction, StepInfo, StepOptions } from './handler/commands.js';
export type { JsonOnly } from './handler/json-only.js';
export type { WriteYieldStarInFront, YieldStar } from './handler/yield-star.js';
export type {
  Answers,
  AskField,
  AskFields,
  BooleanField,
  Choices,
  EnumField,
  MultiEnumField,
  NumberField,
  SchemaField,
  StringField,
} from './handler/ask-fields.js';
export { requireInput } from './handler/require-input.js';
export type { InputRequired, InputRequiredOptions, SamplingParams } from './handler/require-input.js';
export { inputResponse, readInput, readRequestState } from './handler/read-input.js';
export type { InputReaders, ReadInput } from './handler/read-input.js';
export { audio, embedded, image, resourceLink, text } from './handler/content.js';
export type {
  BlockOptions,
  ContentAnnotations,
  ContentBlock,
  EmbeddedResource,
  ResourceLink,
} from './handler/content.js';
export type { CallContext, ClientInfo, NestedCallOptions, RequestExtra } from './handler/context.js';
export { stderrLog } from './handler/log.js';
export type { Log, LogRecord, LogSink } from './handler/log.js';
export { CancelledError, errorTable, FusionError, InputRefusedError, StepError } from './errors.js';
export type { Blame, CancelKind, ErrorEntry, FusionErrorCode, FusionErrorOptions } from './errors.js';
export type {
  CacheHints,
  Capabilities,
  ElicitResponse,
  Era,
  FieldSchema,
  FormValue,
  Implementation,
  InputNeed,
  InputResponse,
  JsonObject,
  JsonValue,
  LogLevel,
  Meta,
  RequestId,
} from '@mcpfusion/protocol';

// For people who host servers.
export { createServer } from './server/server.js';
export type { ContextFactoryOption, LoggingOptions, Server, ServerCounts, ServerOptions } from './server/server.js';
export type { InputOptions } from './server/input-settings.js';
export type { CompleteInputOptions } from './input/visits.js';
export { createMemoryStore } from './store/memory-store.js';
export type { MemoryStoreOptions } from './store/memory-store.js';
export type { KvStore } from './store/kv-store.js';
export type { CloseOptions } from './server/drain.js';
export { connectInMemory } from './server/memory.js';
export type { MemoryConnection } from './server/memory.js';
export { toFetchHandler } from './http/fetch-handler.js';
export type { CallerInfo, FetchHandler } from './http/fetch-handler.js';
export type { EndpointOptions } from './http/endpoint-options.js';
export type { CallEvent, CallObserver, CallPhase } from './call/call-event.js';
export type { ProgressOptions } from './call/progress-channel.js';
export type { Issue, SchemaCheck, SchemaValidator } from './tool/compile-tool.js';
