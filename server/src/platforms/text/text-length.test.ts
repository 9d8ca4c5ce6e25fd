import { describe, expect, it } from 'vitest';
import type { Counting, LengthUnit } from '../platform.ts';
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
    // Newer than the emoji of twitter-text: a heart on fire, a phoenix, a family of Unicode 15.1, the flag of Sark.
    ['weighted', '❤️‍🔥', 2],
    ['weighted', '🐦‍🔥', 2],
    ['weighted', '🧑‍🧑‍🧒', 2],
    ['weighted', '🇨🇶 1️⃣', 5],
    ['weighted', '❤ ©', 4],
    ['weighted', 'see https://example.org/a/very/long/path/that/goes/on/and/on and on', 34],
    ['weighted', 'e\u0301', 1],
    ['emoji_as_bytes', `a${FAMILY}é🇩🇰1️⃣ 港`, 1 + 25 + 1 + 8 + 7 + 2],
  ])('in %s counts %j as %i', (unit, text, length) => {
    expect(measureText(text, { unit })).toBe(length);
  });

  it('counts a link by the platform’s rule', () => {
    const link = `https://example.org/${'x'.repeat(600)}`;
    const links: Counting = { unit: 'graphemes', urlWeight: 23 };
    expect(measureText(`see ${link}, and ${link}`, links)).toBe('see , and '.length + 46);
    expect(measureText('https://a.io', links)).toBe(23);
  });

  it.each([
    ['an unknown top-level domain', 'https://harbour.nowhereland/a'],
    ['a name before the host', 'https://user@example.org/a'],
    ['an address in numbers', 'http://192.0.2.7/a'],
    ['no https://', 'www.example.org/a'],
  ])('counts a link with %s letter by letter, as Mastodon does', (_, link) => {
    expect(measureText(link, { unit: 'graphemes', urlWeight: 23 })).toBe(link.length);
  });

  it('counts of a mention on another host only the name, as Mastodon does', () => {
    const counting: Counting = { unit: 'graphemes', dropsMentionHost: true };
    expect(measureText('ask @mate@very.long.example.social or @pilot', counting)).toBe('ask @mate or @pilot'.length);
  });

  it('counts Indian conjuncts apart where the platform is older than the rule for them, as Mastodon is', () => {
    const counting: Counting = { unit: 'graphemes', urlWeight: 23, dropsMentionHost: true, partsConjuncts: true };
    for (const [text, apart, together] of [
      ['क्षि', 2, 1],
      ['हिन्दी', 3, 2],
      ['ক্ষ', 2, 1],
      ['क्त्य', 3, 1],
      ['க்ஷ', 2, 2],
      ['कत 👨‍👩‍👧 é', 6, 6],
    ] as const) {
      expect([text, measureText(text, counting)]).toEqual([text, apart]);
      expect([text, measureText(text, { unit: 'graphemes' })]).toEqual([text, together]);
    }
  });

  it('counts a character with its escape', () => {
    expect(measureText('a < b & c', { unit: 'code_points', costs: { '&': 5, '<': 4 } })).toBe('a &lt; b &amp; c'.length);
  });

  it('weighs 60 family emoji as 120', () => {
    expect(measureText(FAMILY.repeat(60), { unit: 'weighted' })).toBe(120);
  });

  it.each(['a.', 'https://a.b/', 'x', '日', FAMILY])('takes linear time on a long run of %j', (run) => {
    const before = process.cpuUsage();
    measureText(run.repeat(100_000 / run.length), { unit: 'weighted' });
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});
