import { ask, progress, step } from '@mcpfusion/core';
import { regions } from '../cloud/env.js';
import { f } from '../fusion.js';

/**
 * Two changes with a question between them. A client with a session waits at the question; any other comes again with
 * the answer, perhaps to another process, and the handler runs again from its top: what a step has done is not done twice.
 */
export default f
  .mutation('env.provision')
  .describe('Set up an environment in the cloud. The user is shown its price before it starts.')
  .withEnum('region', regions, 'Where to run')
  .withInteger('sizeGb', 'Disk size in GB', { default: 20, min: 1, max: 500 })
  .interactive({ needs: ['form'] })
  .handle(async function* ({ region, sizeGb }, { cloud }) {
    yield progress(10, 'creating');
    // The key stays the same when this step of this call is tried again: the cloud then gives what it has created.
    const env = yield* step('create env', (signal, { idempotencyKey }) =>
      cloud.create({ region, sizeGb }, { signal, idempotencyKey }),
    );
    let isRunning = false;
    try {
      const { start, label } = yield* ask.form(`Start ${env.id} in ${region} for ${env.eurPerDay} € a day?`, {
        start: ask.boolean('Start it'),
        label: ask.string('What to call it').max(20).optional(),
      });
      if (!start) return `Nothing was started: the user does not want ${env.id}.`;

      yield progress(60, 'starting');
      const url = yield* step('start env', (signal, { idempotencyKey }) =>
        cloud.start(env.id, label, { signal, idempotencyKey }),
      );
      isRunning = true;
      return { id: env.id, label, url };
    } finally {
      // Whatever ended the call: "no", a refusal, a failure, a cancel. Where it is left at the question, a step in
      // `finally` is passed over. A client that never comes again leaves a reservation, which the cloud drops by itself.
      if (!isRunning) yield* step('delete env', (signal) => cloud.delete(env.id, { signal }), { cleansUp: true });
    }
  });
