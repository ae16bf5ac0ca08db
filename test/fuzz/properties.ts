import { clientSplits } from './client-splits.js';
import { fetchFrames } from './fetch-frames.js';
import { pipeFrames } from './pipe-frames.js';
import type { Property } from './property.js';
import { schedules } from './schedules.js';
import { socketFrames } from './socket-frames.js';

export const properties: readonly Property[] = [
  ...pipeFrames,
  ...fetchFrames,
  ...socketFrames,
  ...schedules,
  ...clientSplits,
];
