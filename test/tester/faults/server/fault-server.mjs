// node fault-server.mjs [fault]: a server on stdio that breaks the one rule it is told to, or none.
import { faultOf } from './faults.mjs';
import { Script } from './script.mjs';
import { serveStdio } from './serve-stdio.mjs';

serveStdio(new Script(faultOf(process.argv[2])));
