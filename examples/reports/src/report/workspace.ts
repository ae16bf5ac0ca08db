import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderedChart } from '../work/render-charts.js';

/** A folder of its own for one report, so that finished charts wait on disk and not in memory. */
export interface Workspace {
  /** Charts kept so far. */
  readonly size: number;
  keep(chart: RenderedChart): Promise<void>;
  /** All charts, in the order in which they were kept. */
  readAll(): Promise<RenderedChart[]>;
  /** Takes the folder and all that is in it away. */
  remove(): Promise<void>;
}

export async function openWorkspace(parentFolder: string): Promise<Workspace> {
  const folder = await mkdtemp(join(parentFolder, 'report-'));
  const kept: Omit<RenderedChart, 'png' | 'svg'>[] = [];
  const fileOf = (id: string, ending: 'png' | 'svg'): string => join(folder, `${id}.${ending}`);
  return {
    get size() {
      return kept.length;
    },
    keep: async ({ png, svg, ...rest }) => {
      await Promise.all([writeFile(fileOf(rest.id, 'png'), png), writeFile(fileOf(rest.id, 'svg'), svg)]);
      kept.push(rest);
    },
    readAll: () =>
      Promise.all(
        kept.map(async (chart) => ({
          ...chart,
          png: await readFile(fileOf(chart.id, 'png')),
          svg: await readFile(fileOf(chart.id, 'svg'), 'utf8'),
        })),
      ),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
