import { initMCPFusion } from '@mcpfusion/core';
import type { AppContext } from './app-context.js';

export const f = initMCPFusion<AppContext>();
