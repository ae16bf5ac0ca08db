import { describe, expect, it } from 'vitest';
import { initMCPFusion } from '../tool/fusion.js';
import { createServer } from './server.js';

describe('the tools of createServer', () => {
  const f = initMCPFusion<{ tenant: string }>();
  const plain = f.query('plain').handle(() => 'plain');
  const withField = f
    .query('with-field')
    .withInteger('count')
    .handle(({ count }) => count);
  const withSchema = f
    .query('with-schema')
    .input({ type: 'object' })
    .handle((input) => input);

  it('are of any input', () => {
    const contextFactory = (): { tenant: string } => ({ tenant: 'one' });
    const options = { name: 'server', version: '1', log: false as const };
    expect(createServer({ ...options, contextFactory, tools: [plain, withField, withSchema] }).info.name).toBe(
      'server',
    );
  });

  it('must not need more context than the server makes', () => {
    const contextFactory = (): { user: string } => ({ user: 'one' });
    // @ts-expect-error -- `plain` needs a tenant
    const server = createServer({ name: 'server', version: '1', log: false, contextFactory, tools: [plain] });
    expect(server.info.version).toBe('1');
  });
});
