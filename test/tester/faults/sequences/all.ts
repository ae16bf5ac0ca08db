import { baseSequences } from './base.js';
import { httpSequences } from './http.js';
import { inputSequences } from './input.js';
import { loggingSequences } from './logging.js';
import { memorySequences } from './memory.js';
import { progressSequences } from './progress.js';
import { resultSequences } from './results.js';
import type { Sequence } from './sequence.js';
import { sessionSequences } from './session.js';
import { subscriptionSequences } from './subscriptions.js';

export const sequences: readonly Sequence[] = [
  ...progressSequences,
  ...loggingSequences,
  ...baseSequences,
  ...resultSequences,
  ...inputSequences,
  ...sessionSequences,
  ...httpSequences,
  ...subscriptionSequences,
  ...memorySequences,
];
