/** Why a requestState was refused, for the log of the server: its client is told only that it was. */
export const stateRefusals = {
  'too long': 'it is longer than input.maxStateBytes allows',
  unsealed: 'no key of this process has sealed it for this tool, server and revision',
  unkept: 'what the store has kept for it cannot be opened',
  gone: 'it is no longer in the store',
  over: 'its time is over',
  principal: 'it belongs to another principal',
  arguments: 'it belongs to a call with other arguments',
  'never asks': 'the tool never asks',
} as const;

export type StateRefusal = keyof typeof stateRefusals;

/** Where there is something to be done about it. */
export const stateCures: Partial<Record<StateRefusal, string>> = {
  unsealed:
    'Give all processes the same MCPFUSION_STATE_KEY; without one, only the process that has asked can open it.',
  gone: 'With more than one process, give the server a store that they share.',
  over: 'input.stateTtlMs says how long a question may be answered.',
};
