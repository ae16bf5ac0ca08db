import { FusionError } from '../errors.js';
import { findInside, tellNotFinite } from '../handler/find-inside.js';
import type { CompiledTool, Issue, Parsed } from '../tool/compile-tool.js';

/** What a handler returned, as the output schema makes it. Throws `OUTPUT_INVALID`. */
export function checkOutput(tool: CompiledTool, value: unknown): unknown {
  if (!tool.checkOutput) return value;
  // What is sent is checked.
  const { toJSON } = (value ?? {}) as { toJSON?: unknown };
  const checked = tool.checkOutput(typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value);
  return checked instanceof Promise ? checked.then((parsed) => valueOf(tool, parsed)) : valueOf(tool, checked);
}

function valueOf({ wireName }: CompiledTool, parsed: Parsed): unknown {
  if (!parsed.ok) throw invalid(wireName, parsed.issues);
  // Whatever its schema says of numbers, JSON has none for these.
  const found = findInside(parsed.value, tellNotFinite);
  if (found) throw invalid(wireName, [{ path: found.path, message: found.what }]);
  return parsed.value;
}

function invalid(wireName: string, issues: readonly Issue[]): FusionError {
  const details = issues.map(({ path, message }) => `${path || 'the answer'}: ${message}`).join('; ');
  return new FusionError('OUTPUT_INVALID', `${wireName} returned what its output schema does not allow. ${details}`);
}
