import { FusionError, InputRefusedError, InputUnsupported, StepError } from '../errors.js';
import type { RecordedError } from '../handler/journal-entry.js';

/** Never throws, whatever was thrown. */
export function recordError(thrown: unknown): RecordedError {
  try {
    return thrown instanceof FusionError ? recordFusion(thrown) : recordOther(thrown);
  } catch {
    return { kind: 'step', name: 'Error', message: 'What was thrown cannot be read.' };
  }
}

function recordFusion(thrown: FusionError): RecordedError {
  const { name, message, code, recovery, retryAfterSeconds } = thrown as Readonly<Record<keyof FusionError, unknown>>;
  return {
    kind: 'fusion',
    name: String(name),
    message: String(message),
    code: String(code),
    ...(typeof recovery === 'string' ? { recovery } : {}),
    ...(typeof retryAfterSeconds === 'number' && Number.isFinite(retryAfterSeconds) ? { retryAfterSeconds } : {}),
    ...(thrown instanceof InputRefusedError ? recordRefused(thrown) : {}),
    ...(thrown instanceof InputUnsupported ? recordUnsupported(thrown) : {}),
  };
}

function recordRefused({ action, key }: InputRefusedError): Partial<RecordedError> {
  return key === undefined ? { action } : { action, key };
}

function recordUnsupported({ requiredCapabilities, elicitations }: InputUnsupported): Partial<RecordedError> {
  return elicitations ? { requiredCapabilities, elicitations } : { requiredCapabilities };
}

function recordOther(thrown: unknown): RecordedError {
  if (!(thrown instanceof Error)) return { kind: 'step', name: 'Error', message: String(thrown) };
  const { name, message, code } = thrown as { name: unknown; message: unknown; code?: unknown };
  const recorded = { kind: 'step', name: String(name), message: String(message) } as const;
  return typeof code === 'string' ? { ...recorded, code } : recorded;
}

/** What a handler is thrown: made from the record alone, so that it looks the same in every round. `step`: whose. */
export function errorFrom(recorded: RecordedError, step: string): Error {
  const { kind, code = 'INTERNAL_ERROR', message, recovery, retryAfterSeconds } = recorded;
  const { requiredCapabilities, elicitations } = recorded;
  if (kind === 'step') return new StepError(step, recorded);
  if (recorded.action) return new InputRefusedError(recorded.action, recorded.key);
  if (requiredCapabilities) return new InputUnsupported(message, requiredCapabilities, elicitations);
  return new FusionError(code, message, {
    ...(recovery === undefined ? {} : { recovery }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
