import type { PassiveCheck } from '../../passive-check.js';
import { answersProbe } from '../../seen/answers-probe.js';
import { onResult } from '../../seen/observe.js';
import { kindOf, name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

const cacheable: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

export const cacheHints: PassiveCheck = {
  rule: {
    id: 'CCH-S1',
    severity: 'must',
    title: '2026: lists, resources and server/discover come with ttlMs and cacheScope',
    specUrl: spec2026('server/utilities/caching'),
  },
  create: (report) =>
    onResult(({ frame, result, request }) => {
      const { resultType, ttlMs, cacheScope } = result;
      if (request.era !== '2026-07-28' || !cacheable.has(request.method) || answersProbe(request, result)) return;
      if (resultType !== undefined && resultType !== 'complete') return;
      const wrong =
        typeof ttlMs !== 'number' || ttlMs < 0
          ? `ttlMs to be a number from 0, got ${kindOf(ttlMs)}`
          : cacheScope !== 'public' && cacheScope !== 'private'
            ? `cacheScope to be "public" or "private", got ${kindOf(cacheScope)}`
            : undefined;
      if (wrong === undefined) return;
      report({
        text: `Expected ${wrong} in the result of ${name(request)}.`,
        frames: [request.frame, frame],
        about: request,
      });
    }),
};
