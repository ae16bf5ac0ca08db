import { callHeaders, stateless, toolCall } from './messages.mjs';

const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
const inputResponses = { go: { action: 'accept', content: { confirm: true } } };

/** Calls the tool `ask` and answers it. */
export async function askOnce(port) {
  const first = await callAsk(port, {});
  const { content } = await callAsk(port, { inputResponses, requestState: first.requestState });
  if (content?.[0]?.text !== 'asked')
    throw new Error(`Expected the tool to be answered, got ${JSON.stringify(content)}`);
}

async function callAsk(port, more) {
  const headers = { ...(await callHeaders(port, stateless, 'ask')), 'content-type': 'application/json' };
  const call = JSON.parse(toolCall({ id: 1, era: stateless, name: 'ask', args: { size: 100 }, meta }));
  const body = JSON.stringify({ ...call, params: { ...call.params, ...more } });
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body });
  return (await response.json()).result;
}
