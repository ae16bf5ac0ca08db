import { FusionError } from '../errors.js';
import type { CompiledTool, Parsed } from '../tool/compile-tool.js';

/** What a handler returned, as the output schema makes it. Throws `OUTPUT_INVALID`. */
export function checkOutput(tool: CompiledTool, value: unknown): unknown {
  if (!tool.checkOutput) return value;
  // What is sent is checked.
  const { toJSON } = (value ?? {}) as { toJSON?: unknown };
  const checked = tool.checkOutput(typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value);
  return checked instanceof Promise ? checked.then((parsed) => valueOf(tool, parsed)) : valueOf(tool, checked);
}

function valueOf({ wireName }: CompiledTool, parsed: Parsed): unknown {
  if (parsed.ok) return parsed.value;
  const details = parsed.issues.map(({ path, message }) => `${path || 'the answer'}: ${message}`).join('; ');
  throw new FusionError('OUTPUT_INVALID', `${wireName} returned what its output schema does not allow. ${details}`);
}
