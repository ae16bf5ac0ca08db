/** The other end of `lib/server-process.mjs`. A server that was started without a bench, as for a cold start, tells nobody. */
export function tell(kind, facts = {}) {
  process.send?.({ kind, ...facts });
}

// A bench that ended by itself leaves no server behind.
process.once('disconnect', () => process.exit());

/** Answers each question of one kind, with what `work` makes of its facts. */
export function answer(kind, work) {
  if (!process.send) return;
  const reply = async (facts) => tell(kind, await work(facts));
  process.on('message', ({ kind: asked, ...facts }) => {
    if (asked === kind) void reply(facts);
  });
}

/** CPU time so far in µs, memory in bytes; with `collect` the garbage is collected first. */
export function answerUsage() {
  answer('usage', ({ collect }) => {
    if (collect) globalThis.gc();
    const { user, system } = process.cpuUsage();
    const { heapUsed, external, rss } = process.memoryUsage();
    return { cpuUs: user + system, heldBytes: heapUsed + external, rss };
  });
}

/** Listens with a server of `node:http` on loopback, and tells where. */
export function listen(server) {
  server.listen(0, '127.0.0.1', () => tell('listening', { port: server.address().port }));
}

export const toolCount = Number(process.env.TOOLS ?? 1);
