import { vendorMetaKeys, type Params } from '@mcpfusion/protocol';
import type { FusionError } from '../errors.js';
import { text } from '../handler/content.js';

/**
 * A failed call as a result that a model can act on: an envelope in text, the
 * same facts in `_meta["dev.mcpfusion/error"]`. No `structuredContent`: strict
 * clients check it against the output schema.
 */
export function toToolError(error: FusionError): Params {
  const { code, message, recovery, retryAfterSeconds } = error;
  const lines = [
    `<tool_error code="${escape(code)}" severity="error">`,
    `<message>${escape(message)}</message>`,
    ...(recovery === undefined ? [] : [`<recovery>${escape(recovery)}</recovery>`]),
    ...(retryAfterSeconds === undefined ? [] : [`<retry_after>${retryAfterSeconds} seconds</retry_after>`]),
    '</tool_error>',
  ];
  const facts = {
    code,
    severity: 'error',
    message,
    ...(recovery === undefined ? {} : { recovery }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  return { content: [text(lines.join('\n'))], isError: true, _meta: { [vendorMetaKeys.error]: facts } };
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
