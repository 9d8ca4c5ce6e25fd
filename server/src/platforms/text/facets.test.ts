import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFacets, toByteSpans } from './facets.ts';

const found = (text: string) => findFacets(text).map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`);

describe('finding clickable parts', () => {
  it.each<[string, string[]]>([
    ['see https://example.org/a.', ['link https://example.org/a']],
    ['(https://en.example.org/wiki/Tide_(sea))', ['link https://en.example.org/wiki/Tide_(sea)']],
    ['[a](https://example.org/x)', ['link https://example.org/x']],
    ['港はhttps://example.jp/港、明日', ['link https://example.jp/港']],
    ['"https://example.org/?q=1&r=#top"!', ['link https://example.org/?q=1&r=#top']],
    ['xhttps://example.org and http:// and https://', []],
    ['README.md and example.org are no links', []],
    ['see www.shop.de, bit.ly/x and (shop.de/y?z=1)', ['link www.shop.de', 'link bit.ly/x', 'link shop.de/y?z=1']],
    ['еvil.shop/y, ev\u200bil.shop/y and 見てshop.de/y', ['link shop.de/y']],
    ['and/or, 3.5/4, v1.2/linux, me@shop.de/x', []],
    [
      'hello @skipper.test, @pilot_1 and (@mate@example.social)',
      ['mention @skipper.test', 'mention @pilot_1', 'mention @mate@example.social'],
    ],
    ['a@b.example and npm i @types/node', []],
    ['#tide #Ebb! (#flow) ＃潮 #1 # a#b', ['tag #tide', 'tag #Ebb', 'tag #flow', 'tag ＃潮']],
    ['#one#two and #東京。今日', ['tag #one', 'tag #東京']],
    ['https://example.org/#tide @https://example.org/@me', ['link https://example.org/#tide', 'link https://example.org/@me']],
    [`#${'x'.repeat(65)}`, []],
  ])('in %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('gives an address that is not ASCII as the network writes it', () => {
    expect(findFacets('https://bücher.example/ü')[0]?.target).toBe('https://xn--bcher-kva.example/%C3%BC');
  });

  it('still does so in a service that has looked at thousands of links', () => {
    const targets = new Set(Array.from({ length: 20_000 }, () => findFacets('https://bücher.example/ü')[0]?.target));
    expect([...targets]).toEqual(['https://xn--bcher-kva.example/%C3%BC']);
  });

  it('never overlaps and stays in order, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom('https://', 'a.b/', '#', '@', ' ', '(', ')', '.', '日', '👩‍👧', '\ud83c'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const facet of findFacets(text)) {
          if (facet.start < end || facet.end <= facet.start) return false;
          end = facet.end;
        }
        return end <= text.length;
      }),
      { numRuns: 1000 },
    );
  });

  it('converts spans to the same bytes that UTF-8 has', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { minLength: 1 }), (pieces) => {
        const text = pieces.join('');
        const spans = pieces.map((piece, index) => {
          const start = pieces.slice(0, index).join('').length;
          return { start, end: start + piece.length };
        });
        const bytes = Buffer.from(text);
        expect(toByteSpans(text, spans).map(({ start, end }) => bytes.subarray(start, end).toString())).toEqual(pieces);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['https://', '@', '@a.', '#a', '#', '(https://a.b/', ')', '.', '#.'])('takes linear time on a long run of %j', (run) => {
    const before = process.cpuUsage();
    findFacets(run.repeat(100_000 / run.length));
    findFacets(`https://a.b/${run.repeat(100_000 / run.length)}`);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});
