import type { TopLevelSpec } from 'vega-lite';

// Exported by Vega and meant to be replaced, but absent from its types.
declare module 'vega' {
  export const textMetrics: { width: (item: { readonly fontSize?: number }, text: unknown) => number };
}

/** Mean width of a letter of DejaVu Sans in units of the font size, rounded up. */
const letterWidth = 0.62;

/** Draws a Vega-Lite chart as SVG text. The libraries take about a quarter of a second to load, so they load on use. */
export async function specToSvg(spec: TopLevelSpec): Promise<string> {
  const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')]);
  // Vega cannot measure text here. It would take 0.8 for a letter and leave wide gaps beside long labels.
  vega.textMetrics.width = (item, text) => String(text).length * (item.fontSize ?? 11) * letterWidth;
  const view = new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
