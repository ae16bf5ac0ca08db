import { answerFaults } from './answer-faults.mjs';
import { notificationFaults } from './notification-faults.mjs';

// Each breaks one rule. `rule`: its id. `eras` and `transports`: where it can be broken, all by default.

export const faults = { ...notificationFaults, ...answerFaults };

/** No name: nothing is wrong. */
export function faultOf(name) {
  const fault = name === undefined ? {} : faults[name];
  if (!fault) throw new Error(`Expected one of ${Object.keys(faults).join(', ')}, got ${name}.`);
  return fault;
}
