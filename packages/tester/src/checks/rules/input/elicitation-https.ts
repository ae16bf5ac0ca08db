import { isWebPage } from '@mcpfusion/client';
import type { PassiveCheck } from '../../passive-check.js';
import { onElicitation } from '../../seen/on-question.js';
import { show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** Under development: on the same machine. */
const isLoopback = (hostname: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

export const elicitationHttps: PassiveCheck = {
  rule: {
    id: 'ELI-33 ELI25-21',
    severity: 'should',
    title: 'The page of an elicitation is one of https, or of http on this machine',
    specUrl: spec2026('client/elicitation#safe-url-handling'),
    specUrl2025: spec2025('client/elicitation#safe-url-handling'),
  },
  create: (report) =>
    onElicitation(({ params: { mode, url }, frames, about }) => {
      if (mode !== 'url' || !isWebPage(url)) return;
      const { protocol, hostname } = new URL(url);
      if (protocol === 'https:' || isLoopback(hostname)) return;
      report({ text: `Expected a page of https, got ${show(url)}.`, frames, about });
    }),
};
