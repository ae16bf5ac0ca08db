import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { allChecks } from '../../packages/tester/src/checks/all-checks.js';
import { openConnection } from '../../packages/tester/src/connection/open-connection.js';
import { commandTable } from '../../packages/tester/src/script/command-table.js';
import { parseScript } from '../../packages/tester/src/script/parse.js';
import { runScript } from '../../packages/tester/src/script/run-script.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = await readFile(join(root, 'docs/tester.md'), 'utf8');
const server = 'node examples/reference-server/dist/main.js --stdio';

/** The fenced blocks of a language. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);
}

/** The rows of the table under a heading of the page, as they stand there. */
function rowsUnder(heading: string): string[] {
  const section = page.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#+ /m)[0] ?? '';
  return section.split('\n').filter((line) => /^\| (`|[A-Z])/.test(line) && !/^\| (command|rule) /.test(line));
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

describe('docs/tester.md', () => {
  it('lists every command of the language, as the command says it of itself', () => {
    const rows = [...commandTable.values()].map(({ usage, summary }) => `| \`${cell(usage)}\` | ${cell(summary)} |`);
    expect(rowsUnder('All commands')).toEqual(rows);
  });

  it('lists every passive check, and counts them', () => {
    const rows = allChecks.map(({ rule }) => `| ${rule.id} | ${rule.severity.toUpperCase()} | ${cell(rule.title)} |`);
    expect(rowsUnder('Passive checks')).toEqual(rows);
    expect(page).toContain(`goes past ${allChecks.length} checks`);
  });

  it.each(
    blocks('mcp').flatMap((text, index) =>
      (['2025-11-25', '2026-07-28'] as const).map((era) => ({ index, era, text })),
    ),
  )('its script $index runs in $era', async ({ text, era }) => {
    const printed: string[] = [];
    const { steps, failed, findings } = await runScript(parseScript(text, 'docs/tester.md'), {
      era,
      open: (chosen, input) =>
        openConnection({ kind: 'stdio', command: server, label: server, era: chosen, timeoutMs: 10_000 }, input),
      print: (line) => printed.push(line),
      readLine: () => Promise.resolve(undefined),
      env: {},
      signal: new AbortController().signal,
    });
    expect(steps.filter(({ isOk }) => !isOk)).toEqual([]);
    expect(steps.length).toBeGreaterThan(0);
    expect([failed, findings]).toEqual([0, []]);
  });

  it.each(blocks('console').map((text) => ({ text })))(
    'what it shows on a terminal is what comes: $text',
    async ({ text }) => {
      const [command = '', ...shown] = text.trimEnd().split('\n');
      // Bars are for terminals; here all goes into pipes.
      const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command.replace(/^\$ /, '')], { cwd: root });
      expect((stderr + stdout).trimEnd().split('\n').map(withoutTimes)).toEqual(shown.map(withoutTimes));
    },
  );
});

function withoutTimes(line: string): string {
  return line.replaceAll(/\d+(\.\d+)?(?= ms| s\b|\/s)/g, 'N');
}
