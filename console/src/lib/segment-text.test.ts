import { describe, expect, test } from 'vitest';
import { segmentText, type TextSpan } from './segment-text.ts';

const span = (start: number, end: number): TextSpan => ({ start, end });
const texts = (text: string, facets: TextSpan[], marks: TextSpan[] = []): string[] =>
  segmentText(text, facets, marks).map((segment) => segment.text);

describe('segmentText', () => {
  test('returns a text without spans as one segment, and none for an empty one', () => {
    expect(segmentText('plain', [], [])).toEqual([{ text: 'plain', start: 0, facet: null, marks: [] }]);
    expect(segmentText('', [span(0, 4)], [])).toEqual([]);
  });

  test('splits at every boundary, and the segments join to the same text', () => {
    const text = 'see https://a.example and #tag';
    expect(texts(text, [span(4, 21), span(26, 30)])).toEqual(['see ', 'https://a.example', ' and ', '#tag']);
  });

  test('counts in UTF-16 units, like the spans', () => {
    const text = '☕🧵 #tea';
    const [, facet] = segmentText(text, [span(4, 8)], []);
    expect(facet?.text).toBe('#tea');
  });

  test('overlapping marks and facets share the segment in between', () => {
    const [link, first, second] = [span(2, 8), span(0, 5), span(4, 10)];
    const segments = segmentText('0123456789', [link], [first, second]);
    expect(segments.map(({ text, facet, marks }) => [text, facet === link, marks])).toEqual([
      ['01', false, [first]],
      ['23', true, [first]],
      ['4', true, [first, second]],
      ['567', true, [second]],
      ['89', false, [second]],
    ]);
  });

  test('the first of two overlapping facets wins', () => {
    const [a, b] = [span(0, 5), span(3, 8)];
    const facets = segmentText('0123456789', [b, a], []).map(({ facet }) => facet);
    expect(facets).toContain(a);
    expect(facets).not.toContain(b);
  });

  test('clamps spans beyond the text and drops empty ones', () => {
    expect(texts('abc', [span(-5, 1), span(2, 99), span(1, 1), span(3, 2)])).toEqual(['a', 'b', 'c']);
  });

  test('never splits a surrogate pair', () => {
    const text = 'a🧵b';
    for (let start = 0; start <= text.length; start += 1) {
      for (let end = start; end <= text.length; end += 1) {
        for (const piece of texts(text, [], [span(start, end)])) expect(piece.isWellFormed()).toBe(true);
      }
    }
    expect(texts(text, [], [span(2, 4)])).toEqual(['a', '🧵b']);
  });
});
