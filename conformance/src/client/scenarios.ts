import { defaultContent, inputRounds, type Client, type RequestHandler } from '@mcpfusion/client';
import { isObject, type Params } from '@mcpfusion/protocol';

/** What the client does in a scenario of the suite, once it is connected. `context`: what the suite says beside the URL. */
export type Play = (client: Client, context: Params) => Promise<void>;

/** A person who accepts each form as it is. */
export const acceptDefaults: RequestHandler = ({ requestedSchema }) => ({
  action: 'accept',
  content: defaultContent(requestedSchema),
});

const list = async (client: Client): Promise<void> => {
  await client.listTools();
};

const addNumbers: Play = async (client) => {
  await client.listTools();
  await client.callTool('add_numbers', { a: 5, b: 3 });
};

/** The server asks on the stream that it may use of its own accord. */
const beAsked: Play = async (client) => {
  await client.openServerStream().head;
  await client.callTool('test_client_elicitation_defaults');
};

const reconnect: Play = async (client) => {
  await client.callTool('test_reconnection');
};

/** Every tool that the client offers, which is not every tool that the server lists. */
const callAll: Play = async (client) => {
  for (const { name } of await client.listTools()) await client.callTool(name);
};

const callAsTold: Play = async (client, { toolCalls }) => {
  await client.listTools();
  for (const call of Array.isArray(toolCalls) ? (toolCalls as Params[]) : []) {
    await client.callTool(String(call['name']), isObject(call['arguments']) ? call['arguments'] : {});
  }
};

const namesOf = (result: Params, listName: string, key: string): string[] =>
  (result[listName] as Params[]).map((entry) => String(entry[key]));

/** Lists of everything, and one of each. */
const useAll: Play = async (client) => {
  await callAll(client, {});
  const resources = await client.request('resources/list');
  for (const uri of namesOf(resources, 'resources', 'uri')) await client.request('resources/read', { uri });
  const prompts = await client.request('prompts/list');
  for (const name of namesOf(prompts, 'prompts', 'name')) await client.request('prompts/get', { name });
};

const echoSchema: Play = async (client) => {
  const tools = await client.listTools();
  const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  await client.callTool('json_schema_echo', { schema: focal?.inputSchema });
};

/** Questions are answered while another tool is called between the rounds. */
const answerQuestions: Play = async (client) => {
  const call = (name: string, onAsked?: () => Promise<unknown>): Promise<Params> =>
    inputRounds((more) => client.request('tools/call', { name, arguments: {}, ...more }), {
      handlers: {
        'elicitation/create': async () => {
          await onAsked?.();
          return { action: 'accept', content: { confirmed: true } };
        },
      },
    });
  await client.listTools();
  await call('test_mrtr_echo_state', () => call('test_mrtr_unrelated'));
  await call('test_mrtr_no_state');
  await call('test_mrtr_no_result_type');
};

/** The scenarios that are run, by the suite's names. Those on authorization (`auth/…`) are none of this client's. */
export const plays: Readonly<Record<string, Play>> = {
  initialize: list,
  tools_call: addNumbers,
  'elicitation-sep1034-client-defaults': beAsked,
  'sse-retry': reconnect,
  'json-schema-2020-12-preservation': echoSchema,
  'request-metadata': list,
  'sep-2322-client-request-state': answerQuestions,
  'http-standard-headers': useAll,
  'http-custom-headers': callAsTold,
  'http-invalid-tool-headers': callAll,
  'json-schema-ref-no-deref': list,
};
