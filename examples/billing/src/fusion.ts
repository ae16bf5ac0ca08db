import { initMCPFusion } from '@mcpfusion/core';

export const f = initMCPFusion();
