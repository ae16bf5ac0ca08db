/** Answers the bench's questions over IPC, and says where the server listens. */
export function answerUsage(more = () => undefined) {
  process.on('message', (question) => {
    if (question === 'collect') globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send({ cpuUs: user + system, heapUsed, external, rss, ...more(question) });
  });
}

export function sayPort(port) {
  process.send({ port });
}

export const toolCount = Number(process.env.TOOLS ?? 1);
