import { ask, FusionError, step } from '@mcpfusion/core';
import { f } from '../fusion.js';

/**
 * What is typed at the page passes neither the client nor its model. That the user opens it is not that they are
 * through: the page alone tells of that, with `server.completeInput(id)`.
 */
export default f
  .action('account.connect')
  .describe('Connect the mail account of the user, who approves it on a web page')
  .interactive({ needs: ['url'] })
  .handle(async function* (_input, { links, pageUrl, principal, client }) {
    if (principal === undefined)
      throw new FusionError('SIGN_IN_NEEDED', 'Who is asked must be known, or anybody could answer.');
    // In a step: the id is the same when the handler runs again, and the page knows who was asked.
    const id = yield* step('make a link', () => links.begin(principal, client.info?.name ?? 'An unknown program'));
    yield* ask.url('Connect your account', pageUrl(id), { id });
    const { answer, account } = yield* step('read account', () => ({
      answer: links.find(id)?.answer ?? 'unknown',
      account: links.accountOf(principal) ?? null,
    }));
    return answer === 'approved' && account
      ? { connected: account.address }
      : 'The user refused. Nothing was connected.';
  });
