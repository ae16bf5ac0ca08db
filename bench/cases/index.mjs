import { cancelCase } from './cancel.mjs';
import { coldStart } from './cold-start.mjs';
import { echoHttp } from './echo-http.mjs';
import { echoStdio } from './echo-stdio.mjs';
import { inputCase } from './input.mjs';
import { openCalls } from './open-calls.mjs';
import { progressCase } from './progress.mjs';
import { size } from './size.mjs';
import { stalledReader } from './stalled-reader.mjs';
import { stepsCase } from './steps.mjs';
import { testerStart } from './tester-start.mjs';

/** In the order of the page. */
export const cases = [
  echoHttp,
  echoStdio,
  progressCase,
  stalledReader,
  cancelCase,
  inputCase,
  stepsCase,
  openCalls,
  coldStart,
  testerStart,
  size,
];
