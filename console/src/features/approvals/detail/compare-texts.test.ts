import { expect, test } from 'vitest';
import type { ComparedPayloadFragment } from '../../../gql/graphql.ts';
import { compareTexts } from './compare-texts.ts';

const payload = (preview: Partial<ComparedPayloadFragment['preview']> = {}, connection = 'con_1'): ComparedPayloadFragment => ({
  platform: { id: 'reddit', label: 'Reddit', publishing: 'ready' },
  connection: { id: connection },
  preview: { title: 'Pier', parts: [{ text: 'The pier is open.' }], tags: ['pier'], settings: [], linkCard: null, images: [], ...preview },
});
const changeOf = (preview: Partial<ComparedPayloadFragment['preview']>) => compareTexts([payload()], [payload(preview)])[0];

test('the same content is no change', () => {
  expect(compareTexts([payload()], [payload()])).toEqual([]);
});

test.each<[string, Partial<ComparedPayloadFragment['preview']>, string]>([
  ['a title', { title: 'Quay' }, 'Quay'],
  ['a post of a thread', { parts: [{ text: 'The pier is open.' }, { text: 'Until ten.' }] }, 'Until ten.'],
  ['tags next to the text', { tags: ['pier', 'harbour'] }, '#harbour'],
  ['a setting of the network', { settings: [{ name: 'nsfw', label: 'Not for work', value: 'Yes' }] }, 'Not for work: Yes'],
  ['a picture', { images: [{ url: '/api/media/med_1/abcdef', altText: 'Boats' }] }, '[Picture abcdef: Boats]'],
])('shows the addition of %s', (_, preview, words) => {
  const change = changeOf(preview);
  expect(change?.before).not.toContain(words);
  expect(change?.after).toContain(words);
});

test('another picture with the same text is a change too', () => {
  const [before, after] = ['aaaaaa', 'bbbbbb'].map((end) => payload({ images: [{ url: `/api/media/med_1/${end}`, altText: 'Boats' }] }));
  expect(compareTexts([before as ComparedPayloadFragment], [after as ComparedPayloadFragment])).toHaveLength(1);
});

test('distinguishes an added account from a removed one', () => {
  const changes = compareTexts([payload({}, 'con_1')], [payload({}, 'con_2')]);
  expect(changes.map(({ before, after }) => [before === null, after === null])).toEqual([
    [false, true],
    [true, false],
  ]);
});
