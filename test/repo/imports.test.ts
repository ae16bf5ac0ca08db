import { expect, it } from 'vitest';
import { importsOf } from './imports.js';

it('tells value imports from type imports, and sees each form', () => {
  const source = [
    "import type { A } from './a.js';",
    "import { b } from './b.js';",
    'import {',
    '  c,',
    "} from './c.js';",
    "export * from './d.js';",
    "export type { E } from './e.js';",
    "import './f.js';",
    "// import { no } from './comment.js';",
    "/* import { no } from './comment.js'; */",
    "const url = 'https://example.com'; const g = await import('./g.js');",
    "export const text = 'from somewhere';",
  ].join('\n');
  expect(importsOf(source)).toEqual([
    { specifier: './a.js', line: 1, isTypeOnly: true },
    { specifier: './b.js', line: 2, isTypeOnly: false },
    { specifier: './c.js', line: 3, isTypeOnly: false },
    { specifier: './d.js', line: 6, isTypeOnly: false },
    { specifier: './e.js', line: 7, isTypeOnly: true },
    { specifier: './f.js', line: 8, isTypeOnly: false },
    { specifier: './g.js', line: 11, isTypeOnly: false },
  ]);
});
