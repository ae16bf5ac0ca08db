import type { Config, TopLevelSpec } from 'vega-lite';
import { fontFamily } from '../svg-to-png.js';

export const colors = {
  blue: '#1f5a94',
  orange: '#d1702a',
  green: '#2f8f6b',
  red: '#b8423a',
  band: '#ece8e1',
  text: '#24292f',
  muted: '#5f6b76',
} as const;

/** Seven colours that stay apart from each other in a stack. */
export const sevenColors = ['#7a6a58', '#d1702a', '#e3b23c', '#1f5a94', '#2f8f6b', '#8a5a9e', '#9aa5b1'];

const config: Config = {
  font: fontFamily,
  background: 'white',
  // Only the regular weight of the font is shipped.
  title: {
    anchor: 'start',
    color: colors.text,
    fontSize: 20,
    fontWeight: 'normal',
    subtitleColor: colors.muted,
    subtitleFontSize: 13,
    subtitlePadding: 6,
    offset: 16,
  },
  axis: {
    labelColor: colors.muted,
    labelFontSize: 12,
    titleColor: colors.text,
    titleFontSize: 13,
    titleFontWeight: 'normal',
    titlePadding: 10,
    gridColor: '#e6e8eb',
    domainColor: '#9aa5b1',
    tickColor: '#9aa5b1',
  },
  legend: { labelFontSize: 12, titleFontSize: 13, titleFontWeight: 'normal', labelColor: colors.text },
  view: { stroke: null },
};

export interface ChartFrame {
  readonly title: string;
  readonly subtitle: string;
  /** Pixels. Default 440. */
  readonly height?: number;
}

type ChartBody = Pick<Extract<TopLevelSpec, { layer: unknown }>, 'layer' | 'data' | 'encoding' | 'transform'>;

/** Puts layers into the frame all charts share: 900 pixels wide, title at the left, one font. */
export function framed(frame: ChartFrame, body: ChartBody): TopLevelSpec {
  return {
    width: 900,
    height: frame.height ?? 440,
    padding: 20,
    autosize: { type: 'fit', contains: 'padding' },
    title: { text: frame.title, subtitle: frame.subtitle },
    config,
    ...body,
  };
}

/** The time axis. UTC, so that charts do not depend on the time zone of the machine. */
export const quarterAxis = {
  field: 'start',
  type: 'temporal',
  scale: { type: 'utc' },
  axis: { format: '%Y', tickCount: 'year', grid: false, labelFlush: false },
  title: 'Quarter',
} as const;

/** An axis with a place for each quarter and one label a year: 40 labels would overlap. */
export const quarterPlaces = {
  field: 'quarter',
  type: 'ordinal',
  title: 'Quarter',
  axis: {
    labelExpr: "indexof(datum.value, 'Q1') > 0 ? slice(datum.value, 0, 4) : ''",
    labelAngle: 0,
    labelOverlap: false,
    ticks: false,
    domain: false,
  },
} as const;
