import { describe, expect, it } from 'vitest';
import { allChecks } from '../../../../packages/tester/src/checks/all-checks.js';
import { judge } from './frames.js';
import { sequences } from './all.js';

describe('each check, on frames made by hand', () => {
  for (const { rule, title, steps } of sequences) {
    it(`${rule ?? 'right'}: ${title}`, () => {
      const found = judge(steps);
      expect(
        found.map((finding) => finding.rule.id),
        JSON.stringify(found),
      ).toEqual(rule === undefined ? [] : [rule]);
    });
  }

  it('every check is broken by one sequence at least', () => {
    const broken = new Set(sequences.flatMap(({ steps }) => judge(steps).map((finding) => finding.rule)));
    expect(allChecks.filter(({ rule }) => !broken.has(rule)).map(({ rule }) => rule.id)).toEqual([]);
  });

  it('every rule has a title, a first id and a link, and shares the first two with none', () => {
    for (const { rule } of allChecks) {
      expect(rule.specUrl).toMatch(/^https:\/\/modelcontextprotocol\.io\/specification\/20\d\d-\d\d-\d\d\//);
      expect(rule.title).not.toMatch(/\.$/);
    }
    for (const names of [allChecks.map(({ rule }) => rule.title), allChecks.map(({ rule }) => rule.id.split(' ')[0])]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
