import { f } from '../fusion.js';

export const echo = f
  .query('echo')
  .describe('Say a message back')
  .withString('message', 'What to say')
  .output(
    { type: 'object', properties: { echo: { type: 'string' } }, required: ['echo'] },
    { content: (value) => `Echo: ${String(value['echo'])}` },
  )
  .handle(({ message }, ctx) => {
    ctx.log.debug('echoing', { characters: message.length });
    return { echo: message };
  });
