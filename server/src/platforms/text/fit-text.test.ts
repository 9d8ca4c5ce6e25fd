import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFacets } from './facets.ts';
import { fitText } from './fit-text.ts';
import { fitsLimits, type TextLimit } from './text-limits.ts';
import { splitThread } from './thread.ts';

const sixty: TextLimit[] = [{ max: 60, unit: 'graphemes' }];

describe('shortening a text', () => {
  it('keeps a text that fits', () => {
    expect(fitText('  as it is ', sixty)).toBe('  as it is ');
  });

  it.each([
    [
      'ends with a sentence',
      'Short one. The quick brown fox jumped. And then it went on and on.',
      'Short one. The quick brown fox jumped.',
    ],
    [
      'ends with a word',
      'The quick brown fox jumps over the lazy dog, and then, suddenly, it stops',
      'The quick brown fox jumps over the lazy dog, and then…',
    ],
    [
      'keeps a number and its unit together',
      'The new version of the programme needs a total of about 500 GB',
      'The new version of the programme needs a total of about…',
    ],
    [
      'keeps a spaced number together',
      'The bridge over the old harbour did cost about 10 000 000 euro',
      'The bridge over the old harbour did cost about…',
    ],
    [
      'takes no abbreviation for the end of a sentence',
      'Most of the ships in the harbour, e.g. those with a Dr. Petersen',
      'Most of the ships in the harbour, e.g. those with a Dr.…',
    ],
    ['drops a link whole', `The minutes of the meeting: https://example.org/${'x'.repeat(60)}`, 'The minutes of the meeting…'],
    [
      'drops a tag whole',
      `The minutes of the meeting which we held in the old #${'harbour'.repeat(5)}`,
      'The minutes of the meeting which we held in the old…',
    ],
    ['cuts Japanese between words', '港の新しい図書館は四月に開館します'.repeat(5), undefined],
    ['has nothing to say where not one word fits', 'x'.repeat(100), ''],
  ])('%s', (_, text, expected) => {
    const result = fitText(text, sixty);
    expect(fitsLimits(result, sixty)).toBe(true);
    if (expected !== undefined) expect(result).toBe(expected);
    else expect(result).toMatch(/^港.*[…。]$/);
  });

  it('keeps every limit at once', () => {
    const limits: TextLimit[] = [
      { max: 300, unit: 'graphemes' },
      { max: 100, unit: 'bytes' },
    ];
    expect(Buffer.byteLength(fitText('日本の港 '.repeat(60), limits))).toBeLessThanOrEqual(100);
  });

  it('never breaks a limit, a grapheme cluster, a word, a link, a tag or a number, whatever the text', () => {
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
    fc.assert(
      fc.property(anyText, anyLimits, (text, limits) => {
        const result = fitText(text, limits);
        expect(fitsLimits(result, limits)).toBe(true);
        if (result === text || result === '') return;
        const kept = text.startsWith(result) ? result : result.slice(0, -1);
        expect(text.startsWith(kept)).toBe(true);
        const [before, after] = [text.slice(0, kept.length), text.slice(kept.length)];
        expect([...graphemes.segment(before)].length + [...graphemes.segment(after)].length).toBe([...graphemes.segment(text)].length);
        for (const { start, end } of findFacets(text)) expect(start < kept.length && kept.length < end).toBe(false);
        expect(
          /[\p{L}\p{M}]$/u.test(before) &&
            /^[\p{Script=Latin}\p{Script=Arabic}]/u.test(after) &&
            /[\p{Script=Latin}\p{Script=Arabic}]$/u.test(before),
        ).toBe(false);
        expect(/\p{Nd}[.,]?$/u.test(before) && /^[.,]?\p{Nd}/u.test(after)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('splitting a thread', () => {
  it('keeps a text that fits', () => {
    expect(splitThread('one post', sixty, 3)).toEqual(['one post']);
  });

  it('ends parts with paragraphs, else with sentences', () => {
    const text = 'The first paragraph is here.\n\nThe second one has a sentence. And it has another one.';
    expect(splitThread(text, sixty, 3)).toEqual(['The first paragraph is here.', 'The second one has a sentence. And it has another one.']);
  });

  it('makes the parts about equally long', () => {
    const parts = splitThread('A sentence goes here. '.repeat(6), sixty, 9) ?? [];
    expect(parts.map((part) => part.length)).toEqual([43, 43, 43]);
  });

  it('keeps an introduction with what follows', () => {
    expect(splitThread('This stands before the list that follows.\nThe list of things:\n• one thing', sixty, 3)).toEqual([
      'This stands before the list that follows.',
      'The list of things:\n• one thing',
    ]);
  });

  it('gives up rather than cut anything off', () => {
    expect(splitThread('Another sentence goes here. '.repeat(9), sixty, 2)).toBeNull();
    expect(splitThread('word '.repeat(40), sixty, 9)).toBeNull();
  });

  it('loses nothing and never breaks a limit, whatever the text', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 6 }), (text, most) => {
        const parts = splitThread(text, sixty, most);
        if (!parts) return;
        expect(parts.length).toBeLessThanOrEqual(most);
        for (const part of parts) expect(fitsLimits(part, sixty)).toBe(true);
        expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { numRuns: 1000 },
    );
  });
});

const anyPiece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('harbour', 'tide', 'The', 'sea', 'and', '港の図書館', '👩‍👩‍👧‍👦', '🇩🇰🇳🇱', 'مرحبا', 'ภาษาไทย', 'é̂'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('https://example.org/a_(b)', '#tag', '@skipper.test', '1,234.56', '10 000', '5 GB', 'e.g.', '—', '(', '"'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);
const anyText = fc
  .array(fc.tuple(anyPiece, fc.constantFrom(' ', ' ', ' ', '. ', ', ', '\n\n', '', '。', '! ')), { maxLength: 60 })
  .map((pieces) => pieces.flat().join(''));
const anyLimits: fc.Arbitrary<TextLimit[]> = fc.array(
  fc.record({ max: fc.integer({ min: 1, max: 200 }), unit: fc.constantFrom('graphemes', 'utf16', 'code_points', 'bytes', 'weighted') }),
  { minLength: 1, maxLength: 2 },
);
