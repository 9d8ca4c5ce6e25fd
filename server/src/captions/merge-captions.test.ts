import { expect, it } from 'vitest';
import { mergeCaptions, type OwnedCaption } from './merge-captions.ts';

const words = (platform: string, text: string) => ({ platform, text, tags: [], thread: [] });
const owned = (platform: string, text: string, origin: OwnedCaption['origin']): OwnedCaption => ({ ...words(platform, text), origin });

it('carries over the platforms that are not given, in the order of the platforms', () => {
  const merged = mergeCaptions(
    ['a', 'b'],
    [owned('a', 'old', 'extractive'), owned('b', 'old', 'person')],
    [words('a', 'new')],
    'agent',
    false,
  );
  expect(merged.captions).toEqual([owned('a', 'new', 'agent'), owned('b', 'old', 'person')]);
  expect(merged).toMatchObject({ kept: [], isChanged: true });
});

it.each(['extractive', 'model', 'agent'] as const)('keeps a person’s caption instead of %s', (origin) => {
  const merged = mergeCaptions(['a'], [owned('a', 'mine', 'person')], [words('a', 'generated')], origin, false);
  expect(merged).toEqual({ captions: [owned('a', 'mine', 'person')], kept: ['a'], isChanged: false });
});

it('overwrites a person’s caption on request, and if a person does it', () => {
  const current = [owned('a', 'mine', 'person')];
  expect(mergeCaptions(['a'], current, [words('a', 'generated')], 'model', true).captions).toEqual([owned('a', 'generated', 'model')]);
  expect(mergeCaptions(['a'], current, [words('a', 'better')], 'person', false).captions).toEqual([owned('a', 'better', 'person')]);
});

it('keeps omitted settings with new text, and replaces given ones', () => {
  const current = [{ ...owned('a', 'old', 'person'), settings: { privacy: 'public' } }];
  const kept = mergeCaptions(['a'], current, [words('a', 'new')], 'person', true);
  expect(kept.captions).toEqual([{ ...owned('a', 'new', 'person'), settings: { privacy: 'public' } }]);
  const replaced = mergeCaptions(['a'], current, [{ ...words('a', 'old'), settings: {} }], 'person', true);
  expect(replaced).toMatchObject({ captions: [owned('a', 'old', 'person')], isChanged: true });
});

it('finds no change in the same text, and keeps its author', () => {
  const merged = mergeCaptions(['a'], [owned('a', 'same', 'person')], [words('a', 'same')], 'model', true);
  expect(merged).toEqual({ captions: [owned('a', 'same', 'person')], kept: [], isChanged: false });
});

it('drops the caption of a platform that the draft no longer has', () => {
  const merged = mergeCaptions(['a'], [owned('a', 'x', 'agent'), owned('b', 'y', 'agent')], [], 'agent', false);
  expect(merged).toMatchObject({ captions: [owned('a', 'x', 'agent')], isChanged: true });
});
