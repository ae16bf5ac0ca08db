import type { Params } from '../json-rpc.js';
import type { FormSchema } from './form-schema.js';

/** What a server may ask its client for while it works on a request. */
export const inputMethods = {
  elicit: 'elicitation/create',
  sample: 'sampling/createMessage',
  listRoots: 'roots/list',
} as const;

/** Asks the user to fill in a form. */
export interface FormRequest {
  readonly method: typeof inputMethods.elicit;
  readonly params: { readonly mode?: 'form'; readonly message: string; readonly requestedSchema: FormSchema };
}

/** Asks the user to visit a page: out of band, its content never passes the client. */
export interface UrlRequest {
  readonly method: typeof inputMethods.elicit;
  readonly params: {
    readonly mode: 'url';
    readonly message: string;
    readonly url: string;
    /** 2025-11-25 alone. */
    readonly elicitationId?: string;
  };
}

/** Asks the client's model. Deprecated in 2026-07-28. */
export interface SamplingRequest {
  readonly method: typeof inputMethods.sample;
  readonly params: Params;
}

/** Asks where the client lets its servers work. Deprecated in 2026-07-28. */
export interface RootsRequest {
  readonly method: typeof inputMethods.listRoots;
  readonly params: Params;
}

/** Source: 2026-07-28, schema, InputRequest. */
export type InputRequest = FormRequest | UrlRequest | SamplingRequest | RootsRequest;

/** By a key that the server chooses. */
export type InputRequests = Readonly<Record<string, InputRequest>>;

export function isUrlRequest(request: InputRequest): request is UrlRequest {
  return request.method === inputMethods.elicit && request.params.mode === 'url';
}

export function isFormRequest(request: InputRequest): request is FormRequest {
  return request.method === inputMethods.elicit && request.params.mode !== 'url';
}
