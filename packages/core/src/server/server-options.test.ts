import { describe, expect, it } from 'vitest';
import { initMCPFusion } from '../tool/fusion.js';
import { createServer } from './server.js';

const withTenant = (): { tenant: string } => ({ tenant: 'one' });
const withUser = (): { user: string } => ({ user: 'one' });

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
    const options = { name: 'server', version: '1', log: false as const };
    expect(
      createServer({ ...options, contextFactory: withTenant, tools: [plain, withField, withSchema] }).info.name,
    ).toBe('server');
  });

  it('must not need more context than the server makes', () => {
    // @ts-expect-error -- `plain` needs a tenant
    const server = createServer({ name: 'server', version: '1', log: false, contextFactory: withUser, tools: [plain] });
    expect(server.info.version).toBe('1');
  });
});
