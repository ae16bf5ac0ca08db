// What faults are made of: where they show, and what they change.

export const modern = { eras: ['2026-07-28'] };
export const sessions = { eras: ['2025-11-25'] };
export const overHttp = { transports: ['http'] };
export const overStdio = { transports: ['stdio'] };

export const isCall = (request, tool) => request.method === 'tools/call' && request.params.name === tool;
export const isNote = (said, method) => said.method === `notifications/${method}`;

/** Changes what answers the tool `work`. */
export const workResult = (change) => (said, request) =>
  isCall(request, 'work') && (said.result ?? said.error) !== undefined ? [].concat(change(said, request)) : undefined;

export const resultOf = (method, change) => (said, request) =>
  request.method === method && said.result
    ? [{ ...said, result: { ...said.result, ...change(said.result) } }]
    : undefined;

export const notes = (method, change) => (said, request) =>
  isNote(said, method) && isCall(request, 'work') ? [].concat(change(said, request)) : undefined;

export const withParams = (said, params) => ({ ...said, params: { ...said.params, ...params } });
export const tokenOf = (request) => request.params._meta?.progressToken;

export const askResult = (change) => (said, request) =>
  isCall(request, 'ask') && said.result?.resultType === 'input_required'
    ? [{ ...said, result: { resultType: 'input_required', ...change(said.result) } }]
    : undefined;

/** The tool `ask` asks something else, of a client that takes every kind of question. */
export const askAs = (method, params) => ({
  takesAll: true,
  rewrite: (said, request) =>
    said.method === 'elicitation/create'
      ? [{ ...said, method, params }]
      : askResult(() => ({ inputRequests: { go: { method, params } } }))(said, request),
});

/** Changes the params of the question of the tool `ask`, as either era puts it. */
export const askParams = (change) => (said, request) =>
  said.method === 'elicitation/create'
    ? [{ ...said, params: change(said.params) }]
    : askResult(({ inputRequests: { go } }) => ({ inputRequests: { go: { ...go, params: change(go.params) } } }))(
        said,
        request,
      );

export const stray = (...lines) => workResult((said) => [...lines, said]);
