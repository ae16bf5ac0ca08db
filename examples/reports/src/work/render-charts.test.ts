import { beforeAll, describe, expect, it } from 'vitest';
import { byQuarter, type Quarter } from './by-quarter.js';
import { chartPlans } from './charts/chart-plans.js';
import { loadRows } from './load-rows.js';
import { renderCharts, renderChartsOneByOne, type RenderedChart } from './render-charts.js';
import { specToSvg } from './spec-to-svg.js';
import { svgToPng } from './svg-to-png.js';

const { signal } = new AbortController();
let quarters: Quarter[];
let charts: RenderedChart[];

beforeAll(async () => {
  quarters = await byQuarter(await loadRows({ signal }), { signal });
  charts = await renderCharts(quarters, { signal });
});

const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '');
// Vega numbers the gradients of one process, not of one picture.
const withoutNumbers = (svg: string): string => svg.replaceAll(/gradient_\d+/g, 'gradient');

/** The plans, each noting that its drawing began. */
const noting = (began: string[]): typeof chartPlans =>
  chartPlans.map((plan) => ({
    ...plan,
    draw: (given) => {
      began.push(plan.id);
      return plan.draw(given);
    },
  }));

describe('the eight charts', () => {
  it('come in order and count themselves', () => {
    expect(charts.map(({ id }) => id)).toEqual(chartPlans.map(({ id }) => id));
    expect(charts.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(charts.every(({ total }) => total === 8)).toBe(true);
    expect(new Set(charts.map(({ id }) => id)).size).toBe(8);
  });

  it.each(chartPlans.map(({ id }, index) => [id, index] as const))('%s is a readable picture', async (_id, index) => {
    const chart = charts[index];
    if (chart === undefined) throw new Error('Expected a chart');
    const { svg, png, title } = chart;
    expect(svg).toMatch(/^<svg [^>]*width="900"/);
    expect(textsOf(svg)).toContain(title);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);

    const view = new DataView(png.buffer, png.byteOffset);
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(view.getUint32(16)).toBe(900);
    expect(view.getUint32(20)).toBe(Number(/height="(\d+)"/.exec(svg)?.[1]));

    // The renderer parses strictly, so this also shows that the SVG is well-formed; without a font both would be equal.
    const silent = await svgToPng(svg.replaceAll(/<text[^>]*>[^<]*<\/text>/g, ''));
    expect(Buffer.compare(png, silent)).not.toBe(0);
  });

  it.each(chartPlans.map(({ id }, index) => [id, index] as const))('%s says its key numbers', (_id, index) => {
    expect(charts[index]?.summary).toMatch(/\d/);
    for (const summary of [charts[index]?.summary, chartPlans[index]?.summarize(quarters.slice(0, 1))]) {
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(summary).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('draw with a single quarter', async () => {
    expect(await renderCharts(quarters.slice(0, 1), { signal })).toHaveLength(8);
  });

  it('do not depend on the time zone', async () => {
    const zone = process.env['TZ'];
    const differing: string[] = [];
    process.env['TZ'] = 'Pacific/Auckland';
    try {
      for (const [index, plan] of chartPlans.entries()) {
        const elsewhere = withoutNumbers(await specToSvg(plan.draw(quarters)));
        if (elsewhere !== withoutNumbers(charts[index]?.svg ?? '')) differing.push(plan.id);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
    expect(differing).toEqual([]);
  });
});

describe('stopping', () => {
  const reason = new Error('enough');

  it('begins no further chart after an abort between two charts', async () => {
    const controller = new AbortController();
    const began: string[] = [];
    const work = renderCharts(quarters, {
      signal: controller.signal,
      plans: noting(began),
      onChart: ({ index }) => {
        if (index === 1) controller.abort(reason);
      },
    });
    await expect(work).rejects.toBe(reason);
    expect(began).toEqual(['total-nonfarm', 'goods-and-services']);
  });

  it('does not hand out a chart during which the signal fired', async () => {
    const controller = new AbortController();
    const plans = chartPlans.slice(0, 2).map((plan) => ({
      ...plan,
      draw: (given: readonly Quarter[]) => {
        controller.abort(reason);
        return plan.draw(given);
      },
    }));
    await expect(renderChartsOneByOne(quarters, { signal: controller.signal, plans }).next()).rejects.toBe(reason);
  });

  it('begins nothing when the consumer leaves', async () => {
    const began: string[] = [];
    for await (const chart of renderChartsOneByOne(quarters, { signal, plans: noting(began) })) {
      expect(chart.index).toBe(0);
      break;
    }
    expect(began).toEqual(['total-nonfarm']);
  });

  it('begins nothing for a signal that has fired before', async () => {
    const began: string[] = [];
    const options = { signal: AbortSignal.abort(reason), plans: noting(began) };
    await expect(renderCharts(quarters, options)).rejects.toBe(reason);
    expect(began).toEqual([]);
  });

  it('refuses to draw nothing', async () => {
    await expect(renderCharts([], { signal })).rejects.toThrow('Expected at least one quarter');
  });
});
