import { framed, quarterAxis, type ChartFrame } from './chart-style.js';
import type { TopLevelSpec } from 'vega-lite';

export interface LinePoint {
  /** First day of the quarter. */
  readonly start: string;
  readonly series: string;
  readonly value: number;
}

export interface LinesFrame extends ChartFrame {
  readonly yTitle: string;
  /** One colour a series, in the order of `series`. */
  readonly colors: readonly string[];
  readonly series: readonly string[];
  readonly zero: boolean;
}

/** A line for each series with a dot a quarter; its name stands above its last dots, so no legend is needed. */
export function labelledLines(frame: LinesFrame, points: readonly LinePoint[]): TopLevelSpec {
  const lastStart = points.at(-1)?.start ?? '';
  const color = {
    field: 'series',
    type: 'nominal',
    scale: { domain: [...frame.series], range: [...frame.colors] },
    legend: null,
  } as const;
  return framed(frame, {
    data: { values: [...points] },
    encoding: {
      x: quarterAxis,
      y: { field: 'value', type: 'quantitative', title: frame.yTitle, scale: { zero: frame.zero, nice: true } },
      color,
    },
    layer: [
      { mark: { type: 'line', strokeWidth: 2.5, interpolate: 'monotone' } },
      { mark: { type: 'point', filled: true, size: 26, opacity: 1 } },
      {
        data: { values: points.filter((point) => point.start === lastStart) },
        mark: { type: 'text', align: 'right', dy: -14, fontSize: 14 },
        encoding: { text: { field: 'series', type: 'nominal' } },
      },
    ],
  });
}
