import { FusionError, inputResponse, requireInput } from '@mcpfusion/core';
import { bank } from '../bank/connections.js';
import { f } from '../fusion.js';

/** What is typed at a bank passes neither the client nor its model: the user does it on a page, outside of the protocol. */
export default f
  .action('billing.connect_bank')
  .describe('Connect the bank account that refunds are paid from. The user does it on a web page.')
  .interactive({ needs: ['url'] })
  .handle((_input, ctx) => {
    if (bank.isConnected(ctx.principal)) return 'The bank is connected.';
    // The answer is consent to open the page. Whether it was finished, the page alone knows.
    if (inputResponse()) {
      throw new FusionError('BANK_NOT_CONNECTED', 'The page was opened, and is not finished yet.', {
        recovery: 'When the user says that it is, call billing.connect_bank again.',
      });
    }
    return requireInput.url('Connect your bank on this page.', bank.begin(ctx.principal));
  });
