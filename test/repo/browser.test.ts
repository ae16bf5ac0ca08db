import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from './files.js';

describe('npm run browser', () => {
  it('says that it was skipped, and why, where there is no Chromium', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/browser.mjs')], {
      env: { ...process.env, CHROMIUM: '/nowhere/chromium' },
    });
    expect(stdout).toBe('skipped: no Chromium (looked in /nowhere/chromium)\n');
  });
});
