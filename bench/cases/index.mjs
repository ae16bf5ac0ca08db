import { echoHttp } from './echo-http.mjs';
import { echoStdio } from './echo-stdio.mjs';

/** In the order of the page. */
export const cases = [echoHttp, echoStdio];
