// node fault-server.mjs stdio|http [fault]: a server that breaks the one rule it is told to, or none.
import { faults } from './faults.mjs';
import { Script } from './script.mjs';
import { serveHttp } from './serve-http.mjs';
import { serveStdio } from './serve-stdio.mjs';

const [, , transport, name] = process.argv;
const fault = name === undefined ? {} : faults[name];
if (!fault) throw new Error(`Expected one of ${Object.keys(faults).join(', ')}, got ${name}.`);
const script = new Script(fault);
if (transport === 'http') serveHttp(script, fault);
else serveStdio(script);
