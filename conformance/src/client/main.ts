// The client that the suite judges: `node main.js URL`, with the name of the scenario and the revision in the
// environment. Exits 1 when it could not do what the scenario wants.
import { connect, http } from '@mcpfusion/client';
import type { Era, Params } from '@mcpfusion/protocol';
import { acceptDefaults, plays } from './scenarios.js';

const { MCP_CONFORMANCE_SCENARIO: name = '', MCP_CONFORMANCE_PROTOCOL_VERSION: version = '' } = process.env;
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Params;
const url = process.argv[2];
const play = Object.hasOwn(plays, name) ? plays[name] : undefined;
if (url === undefined || !play) throw new Error(`Expected a URL and a scenario that is known, got ${url} and ${name}.`);

const client = await connect(http({ url }), {
  era: version as Era,
  capabilities: { elicitation: { form: {} } },
  onRequest: { 'elicitation/create': acceptDefaults },
});
try {
  await play(client, context);
} finally {
  await client.close();
}
