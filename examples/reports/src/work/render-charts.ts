import type { Quarter } from './by-quarter.js';
import { chartPlans } from './charts/chart-plans.js';
import type { ChartPlan } from './charts/chart-plan.js';
import { nextTurn } from './next-turn.js';
import { specToSvg } from './spec-to-svg.js';
import { svgToPng } from './svg-to-png.js';

/** One finished chart. */
export interface RenderedChart {
  /** Counts from 0. */
  readonly index: number;
  readonly total: number;
  /** Fit for a file name: `total-nonfarm`. */
  readonly id: string;
  readonly title: string;
  /** The key numbers in words. */
  readonly summary: string;
  readonly svg: string;
  readonly png: Uint8Array;
}

export interface RenderOneByOneOptions {
  readonly signal: AbortSignal;
  /** The charts to draw, in this order. Default: all eight. */
  readonly plans?: readonly ChartPlan[];
}

export interface RenderChartsOptions extends RenderOneByOneOptions {
  /** Called after each chart; the next one begins when its promise is done. */
  readonly onChart?: (chart: RenderedChart) => void | Promise<void>;
}

/**
 * Draws the charts of the report; one chart is one step.
 *
 * Once the signal has fired no further chart begins and the generator throws the reason of the signal.
 */
export async function* renderChartsOneByOne(
  quarters: readonly Quarter[],
  options: RenderOneByOneOptions,
): AsyncGenerator<RenderedChart, void, undefined> {
  const { signal, plans = chartPlans } = options;
  if (quarters.length === 0) throw new RangeError('Expected at least one quarter, got none');
  for (const [index, plan] of plans.entries()) {
    await nextTurn(signal);
    const svg = await specToSvg(plan.draw(quarters));
    const png = await svgToPng(svg);
    signal.throwIfAborted();
    const { id, title } = plan;
    yield { index, total: plans.length, id, title, summary: plan.summarize(quarters), svg, png };
  }
}

/** Draws all charts and returns them together. */
export async function renderCharts(
  quarters: readonly Quarter[],
  options: RenderChartsOptions,
): Promise<RenderedChart[]> {
  const charts: RenderedChart[] = [];
  for await (const chart of renderChartsOneByOne(quarters, options)) {
    charts.push(chart);
    await options.onChart?.(chart);
  }
  return charts;
}
