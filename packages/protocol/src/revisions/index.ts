import type { Era } from '../revision.js';
import { sessionCodec } from './2025-11-25.js';
import { statelessCodec } from './2026-07-28.js';
import type { Codec } from './codec.js';

export const codecs: Readonly<Record<Era, Codec>> = { '2025-11-25': sessionCodec, '2026-07-28': statelessCodec };
