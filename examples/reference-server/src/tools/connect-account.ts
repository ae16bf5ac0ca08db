import { inputResponse, requireInput, type ElicitResponse } from '@mcpfusion/core';
import { f } from '../fusion.js';

/** Sends its user to a page. Nobody is there: consent alone is looked at. */
export const connectAccount = f
  .action('connect_account')
  .describe('Connect an account on a page of its service')
  .withString('service')
  .interactive({ onRefusal: 'reenter' })
  .output(
    { type: 'object', properties: { connected: { type: 'boolean' } }, required: ['connected'] },
    { content: wordsOf },
  )
  .handle(({ service }) => {
    const answer = inputResponse<ElicitResponse>();
    if (!answer) {
      const url = new URL('https://example.com/connect');
      url.searchParams.set('service', service);
      return requireInput.url(`Connect your ${service} account`, url);
    }
    return { connected: answer.action === 'accept', service, action: answer.action };
  });

function wordsOf({ connected, service, action }: Record<string, unknown>): string {
  return connected === true ? `Connected ${String(service)}` : `Not connected: user chose ${String(action)}`;
}
