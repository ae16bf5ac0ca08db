import { faultOf } from './faults.mjs';
import { Script } from './script.mjs';
import { serveHttp } from './serve-http.mjs';

/** The same over HTTP, in this process. */
export function openHttp(name) {
  const fault = faultOf(name);
  return serveHttp(new Script(fault), fault);
}
