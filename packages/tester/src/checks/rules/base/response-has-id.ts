import { errorCodes, isObject } from '@mcpfusion/protocol';
import type { Frame } from '@mcpfusion/client';
import type { PassiveCheck } from '../../passive-check.js';
import { onResponse, readJson } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';
import type { Traffic } from '../../traffic.js';

/** Errors of the protocol itself: who sends one has read the request, and so its id. */
const readsTheRequest: ReadonlySet<number> = new Set([
  errorCodes.headerMismatch,
  errorCodes.missingRequiredClientCapability,
  errorCodes.unsupportedProtocolVersion,
  errorCodes.methodNotFound,
  errorCodes.invalidParams,
]);

/**
 * `"id": null` is another check's matter. A refusal by HTTP status may come from what stands before the server and has
 * not read the body, unless its code shows the opposite.
 */
export const responseHasId: PassiveCheck = {
  rule: {
    id: 'BAS-02 LIF25-08',
    severity: 'must',
    title: 'A response to a request that could be read names its id',
    specUrl: spec2026('basic#error-responses'),
    specUrl2025: spec2025('basic#error-responses'),
  },
  create: (report) =>
    onResponse(({ frame, traffic, response }) => {
      if (response.id !== undefined || !answersReadable(frame, traffic, response.error?.code)) return;
      const value = readJson(frame.raw);
      const id = isObject(value) ? value['id'] : undefined;
      if (id === null) return;
      const what = id === undefined ? 'it is absent' : `got ${show(id)}`;
      const own = traffic.streamRequest(frame);
      report({ text: `Expected the id of a request, ${what}.`, frames: [own?.frame, frame], about: own });
    }),
};

function answersReadable(frame: Frame, traffic: Traffic, code: number | undefined): boolean {
  if (!frame.http) return !traffic.hostile.any;
  const own = traffic.streamRequest(frame);
  if (!own || own.response) return false;
  const { status = 0 } = frame.http;
  if (status < 400) return true;
  return own.era === '2026-07-28' && traffic.session.isModern && code !== undefined && readsTheRequest.has(code);
}
