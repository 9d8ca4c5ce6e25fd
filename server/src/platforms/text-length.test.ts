import { describe, expect, it } from 'vitest';
import type { LengthUnit } from './platform.ts';
import { measureText } from './text-length.ts';

const FAMILY = '👩‍👩‍👧‍👦';

describe('measuring a text', () => {
  it.each<[LengthUnit, string, number]>([
    ['graphemes', `a${FAMILY}é🇩🇰`, 4],
    ['graphemes', 'e\u0301\r\n', 2],
    ['utf16', `a${FAMILY}`, 12],
    ['code_points', `a${FAMILY}`, 8],
    ['bytes', `a${FAMILY}é`, 28],
    ['weighted', 'harbour', 7],
    ['weighted', '港 é', 4],
    ['weighted', FAMILY, 2],
    ['weighted', 'see https://example.org/a/very/long/path/that/goes/on/and/on and on', 34],
    ['weighted', 'e\u0301', 1],
  ])('in %s counts %j as %i', (unit, text, length) => {
    expect(measureText(text, unit)).toBe(length);
  });

  it('counts a link as what the platform counts it as', () => {
    const link = `https://example.org/${'x'.repeat(600)}`;
    expect(measureText(`see ${link}, and ${link}`, 'graphemes', 23)).toBe('see , and '.length + 46);
    expect(measureText('https://a.io', 'graphemes', 23)).toBe(23);
  });

  it('weighs 60 family emoji as 120', () => {
    expect(measureText(FAMILY.repeat(60), 'weighted')).toBe(120);
  });

  it.each(['a.', 'https://a.b/', 'x', '日', FAMILY])('takes linear time on a long run of %j', (run) => {
    const started = performance.now();
    measureText(run.repeat(100_000 / run.length), 'weighted');
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
