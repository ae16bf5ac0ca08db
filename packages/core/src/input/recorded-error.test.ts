import { describe, expect, it } from 'vitest';
import { FusionError, InputRefusedError, InputUnsupported, StepError } from '../errors.js';
import { errorFrom, recordError } from './recorded-error.js';

/** As in the next round: only text travels. */
const throughJson = (thrown: unknown): Error =>
  errorFrom(JSON.parse(JSON.stringify(recordError(thrown))) as ReturnType<typeof recordError>, 'load');
const look = (error: Error) => ({ ...(error as object), message: error.message, type: error.constructor.name });

describe('an error that is kept for the next round', () => {
  it.each<[string, unknown]>([
    ['a FusionError', new FusionError('NO_ROOM', 'No room.', { recovery: 'Wait.', retryAfterSeconds: 3 })],
    ['a FusionError without more', new FusionError('NO_ROOM', 'No room.')],
    ['a refusal', new InputRefusedError('cancel', 'who')],
    ['a refusal of what was asked alone', new InputRefusedError('decline')],
    ['a client that cannot be asked', new InputUnsupported('It cannot.', { elicitation: { url: {} } })],
  ])('%s is the same as before', (_what, thrown) => {
    const error = throughJson(thrown);
    expect(look(error)).toEqual(look(thrown as Error));
    expect(error).not.toBe(thrown);
  });

  it('anything else is a StepError, the same at once and later', () => {
    for (const thrown of [new RangeError('told'), 'told', Object.assign(new Error('told'), { code: 'E', secret: 1 })]) {
      const [now, later] = [errorFrom(recordError(thrown), 'load'), throughJson(thrown)];
      expect(now).toBeInstanceOf(StepError);
      expect(look(now)).toEqual(look(later));
      expect(JSON.stringify(now)).not.toContain('secret');
    }
  });

  it('has text where something else stood', () => {
    const odd = Object.assign(new FusionError('x', 'x'), { code: 7, message: { toString: () => 'own' }, recovery: 1 });
    expect(recordError(odd)).toEqual({ kind: 'fusion', name: 'FusionError', message: 'own', code: '7' });
  });

  it('never throws', () => {
    const trap = (): never => {
      throw new Error('no');
    };
    const proxy = new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap, getOwnPropertyDescriptor: trap });
    const fusion = Object.defineProperty(new FusionError('x', 'x'), 'code', { get: trap });
    for (const thrown of [proxy, fusion, Object.create(null), { toString: trap }, { toString: () => ({}) }])
      expect(recordError(thrown)).toEqual({ kind: 'step', name: 'Error', message: 'What was thrown cannot be read.' });
  });
});
