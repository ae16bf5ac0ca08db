import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { svgToPng } from '../work/svg-to-png.js';
import { barLine } from './bar.js';
import { bold, duration } from './line.js';
import { drawPicture, writePicture } from './picture.js';

describe('the picture', () => {
  it('does not change with the durations of a run', () => {
    const draw = (ms: number): string => drawPicture([['ran ', duration(ms, 500)]]);
    expect(draw(12)).toBe(draw(345));
    expect(draw(12)).toContain('&lt;500 ms');
  });

  it('is left alone by a run that is no model', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reports-picture-'));
    const path = join(folder, 'demo.svg');
    await writeFile(path, 'as it was');
    await writePicture(path, [['ran ', duration(600, 500)]]);
    expect(await readFile(path, 'utf8')).toBe('as it was');
    await writePicture(path, [['ran ', duration(400, 500)]]);
    expect(await readFile(path, 'utf8')).toBe(drawPicture([['ran ', duration(12, 500)]]));
    await rm(folder, { recursive: true });
  });

  it('puts every part in its column', () => {
    const svg = drawPicture([['  ab', bold('cd')]]);
    expect(
      [...svg.matchAll(/<text x="([\d.]+)" y="54" textLength="([\d.]+)"/g)].map(([, x, width]) => [x, width]),
    ).toEqual([
      ['38.8', '16.8'],
      ['55.6', '16.8'],
    ]);
  });

  it('draws bars as strokes', () => {
    const svg = drawPicture([barLine({ share: 0.5, message: 'half', state: 'stopped' })]);
    expect(svg.match(/<rect x="[\d.]+" y="[\d.]+" width="126" height="6"/g)).toHaveLength(2);
    expect(svg).not.toMatch(/[━─]/);
  });

  it('in the docs is well-formed', async () => {
    const svg = await readFile(new URL('../../../../docs/demo.svg', import.meta.url), 'utf8');
    expect((await svgToPng(svg)).byteLength).toBeGreaterThan(1_000);
    expect(svg).toContain('cancelled by client');
  });
});
