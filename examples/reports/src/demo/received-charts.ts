import type { CallResult } from '@mcpfusion/client';

/** A chart of an answer. */
export interface ReceivedChart {
  /** `total-nonfarm` */
  readonly id: string;
  readonly png: Buffer;
  readonly svg: string;
}

/** The charts of an answer; each is a text, an image and a drawing, in this order. */
export function chartsOf({ content }: CallResult): ReceivedChart[] {
  const images = content.filter(({ type }) => type === 'image');
  const drawings = content.filter(({ type }) => type === 'resource').map((block) => block['resource'] as Drawing);
  return images.map((block, index) => ({
    id: drawings[index]?.uri.replace(/^.*\/(.*)\.svg$/, '$1') ?? `chart-${index + 1}`,
    png: Buffer.from(String(block['data']), 'base64'),
    svg: drawings[index]?.text ?? '',
  }));
}

interface Drawing {
  readonly uri: string;
  readonly text: string;
}
