// For `node --import`: lets the conformance suite start on Node 20.
import * as fs from 'node:fs';
import { register } from 'node:module';

// The suite imports fs.globSync, which Node has from 22 on.
if (!('globSync' in fs)) register('./suite-hooks.js', import.meta.url);
