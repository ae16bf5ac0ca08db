import { describe, expect, it } from 'vitest';
import { audio, embedded, image, isContentBlock, resourceLink, text } from './content.js';

describe('content blocks', () => {
  it('are recognised by brand, not by shape, and are plain on the wire', () => {
    const block = text('hello', { annotations: { audience: ['user'], priority: 0.5 } });
    expect([isContentBlock(block), isContentBlock({ ...block })]).toEqual([true, false]);
    expect(JSON.parse(JSON.stringify(block))).toEqual({
      type: 'text',
      text: 'hello',
      annotations: { audience: ['user'], priority: 0.5 },
    });
  });

  it('carry bytes as Base64, however many', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    expect(image(bytes, 'image/png')['data']).toBe(Buffer.from(bytes).toString('base64'));
    expect(audio('AAAA', 'audio/wav')['data']).toBe('AAAA');
    expect(embedded({ uri: 'a:b', blob: Uint8Array.of(1) })['resource']).toEqual({ uri: 'a:b', blob: 'AQ==' });
    expect(embedded({ uri: 'a:b', text: 'x' })['resource']).toEqual({ uri: 'a:b', text: 'x' });
    expect(resourceLink({ uri: 'a:b', name: 'b' })).toMatchObject({ type: 'resource_link', name: 'b' });
  });

  it('of untyped callers are what the wire allows, or say what was expected', () => {
    expect(text('')['text']).toBe('');
    expect(text(5 as never)['text']).toBe('5');
    expect(() => image([1, 2] as never, 'image/png')).toThrow('Expected bytes as a Uint8Array or Base64, got object');
  });
});
