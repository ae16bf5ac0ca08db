import { embedded, image, text, type ContentBlock } from '@mcpfusion/core';
import type { RenderedChart } from '../work/render-charts.js';

/** A chart as an answer carries it: its key numbers to read, a picture to look at, and the drawing to keep. */
export function chartContent(chart: RenderedChart): ContentBlock[] {
  const { id, index, total, title, summary, svg, png } = chart;
  return [
    text(`${index + 1} of ${total}: ${title}. ${summary}`),
    image(png, 'image/png'),
    embedded({ uri: `report://charts/${id}.svg`, mimeType: 'image/svg+xml', text: svg }),
  ];
}
