import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
// @ts-expect-error -- a plain JavaScript file without declarations
import * as generator from '../../../../scripts/generate-protocol-types.mjs';

const { generate, generatedUrl, revisions } = generator as {
  generate: (revision: string) => Promise<string>;
  generatedUrl: (revision: string) => URL;
  revisions: string[];
};

describe('generated protocol types', () => {
  it.each(revisions)('%s is what the schema gives', async (revision) => {
    expect(await readFile(generatedUrl(revision), 'utf8')).toBe(await generate(revision));
  });
});
