/** What both countdowns answer. */
export const countdownOutput = {
  type: 'object',
  properties: { status: { type: 'string' } },
  required: ['status'],
};

export const countdownContent = (): string => 'Countdown finished!';
