// A raw MCP server over stdio (2025-11-25) that misbehaves in the way its first argument names.
// Tools: `big` answers with 300,000 bytes of text; `never` never answers; `fails` answers with isError; `leaves` ends the
// process.
const [mode = 'right'] = process.argv.slice(2);

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const text = (value, isError = false) => ({ content: [{ type: 'text', text: value }], isError });

const tools = {
  big: () => text('x'.repeat(300_000)),
  never: () => undefined,
  fails: () => text('it cannot be done', true),
  leaves: () => {
    process.stderr.write('out of memory\n');
    process.exit(7);
  },
};

const methods = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'hostile', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) }),
  'tools/call': ({ name }) => (tools[name] ? tools[name]() : text(`There is no tool ${name}`, true)),
};

/** Every tool answers with structured content, and promises it with this schema. */
const judged = (outputSchema) => {
  methods['tools/list'] = () => ({ tools: [{ name: 'big', inputSchema: { type: 'object' }, outputSchema }] });
  methods['tools/call'] = () => ({ ...text('done'), structuredContent: { text: `${'a'.repeat(60)}!` } });
};

const modes = {
  right: () => {},
  /** Reads, and never says a word. */
  silent: () => (methods.initialize = () => undefined),
  dies: () => {
    process.stderr.write('cannot open the database\n');
    process.exit(9);
  },
  killed: () => process.kill(process.pid, 'SIGKILL'),
  /** Banners and log lines where only messages belong, and no other answer. */
  junk: () => {
    process.stdout.write('Server listening!\n[info] ready\n');
    methods.initialize = () => process.exit(0);
  },
  /** A list whose second page leads to itself. */
  circle: () => (methods['tools/list'] = () => ({ tools: [], nextCursor: 'again' })),
  /** A description that is no string. */
  describes: () =>
    (methods['tools/list'] = () => ({ tools: [{ name: 'big', description: 5, inputSchema: { type: 'object' } }] })),
  /** Output schemas that cannot be used, or take for ever. */
  remote: () => judged({ $ref: 'https://example.com/schema.json' }),
  unreadable: () => judged({ type: 'object', required: 7 }),
  endless: () => judged({ properties: { text: { pattern: '^(a+)+$' } } }),
  /** Right but for one line: it breaks the rule that stdout belongs to the protocol. */
  noisy: () => process.stdout.write('Server listening!\n'),
  /** Tells of an update for each subscription; the one to `last` is its last. */
  updates: () =>
    (methods['resources/subscribe'] = ({ uri }) => {
      setImmediate(() => {
        say({ method: 'notifications/resources/updated', params: { uri } });
        if (uri === 'test://last') tools.leaves();
      });
      return {};
    }),
  /** 2026-07-28, and takes `subscriptions/listen` without a word. */
  unheard: () => {
    methods['server/discover'] = () => ({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'hostile', version: '1.0.0' } },
    });
    methods['subscriptions/listen'] = () => undefined;
  },
  /** Two megabytes of stderr, and no other answer. */
  flood: () => {
    const line = `${'debug '.repeat(200)}\n`;
    methods.initialize = () => void process.stderr.write(line.repeat(2_000), () => process.exit(1));
  },
  /** Does not end when its input ends, nor on SIGTERM. */
  stubborn: () => {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1_000);
  },
};
if (process.env.SHOW_PID) process.stderr.write(`pid ${process.pid}\n`);
modes[mode]();

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  rest += chunk;
  const lines = rest.split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    if (!methods[method]) {
      say({ id, error: { code: -32601, message: `Method not found: ${method}` } });
      continue;
    }
    const result = methods[method](params);
    if (result !== undefined) say({ id, result });
  }
});
