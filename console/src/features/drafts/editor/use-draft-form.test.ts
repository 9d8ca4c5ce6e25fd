import { expect, test } from 'vitest';
import { changedWords, changesOf, type DraftFormValues } from './use-draft-form.ts';

const SEEN: DraftFormValues = {
  sourceText: 'Open on Friday.',
  link: '',
  wording: '',
  platforms: ['sandbox', 'bluesky'],
  connectionIds: [],
  pictures: [],
  labels: [],
  scheduledAt: '',
  publishMode: 'DRAFT_ONLY',
  words: [
    { platform: 'sandbox', text: 'Open!', tags: '', thread: [], settings: {} },
    { platform: 'bluesky', text: 'Open.', tags: 'harbour', thread: [], settings: {} },
  ],
};

test('nothing that was not touched is sent', () => {
  expect(changesOf(SEEN, structuredClone(SEEN), 'UTC')).toBeNull();
  expect(changesOf(SEEN, { ...SEEN, link: 'https://example.org' }, 'UTC')).toEqual({ link: 'https://example.org' });
  expect(changesOf(SEEN, { ...SEEN, labels: ['pier'] }, 'UTC')).toEqual({ labels: ['pier'] });
  expect(changesOf(SEEN, { ...SEEN, wording: 'EXACT' }, 'UTC')).toEqual({ wording: 'EXACT' });
  expect(changesOf({ ...SEEN, wording: 'EXACT' }, SEEN, 'UTC')).toEqual({ wording: null });
});

test('pictures are sent in their order and with their descriptions, once one of them is another', () => {
  const [boat, pier] = ['boat', 'pier'].map((id) => ({
    id,
    url: `/${id}`,
    altText: id,
    width: 1,
    height: 1,
    reducedFrom: null,
    seconds: null,
    mimeType: null,
    cover: null,
    subtitles: null,
  }));
  const seen = { ...SEEN, pictures: [boat!, pier!] };
  expect(changesOf(seen, { ...seen, pictures: [pier!, { ...boat!, altText: 'A red boat.' }] }, 'UTC')).toEqual({
    pictures: [
      { mediaId: 'pier', altText: 'pier' },
      { mediaId: 'boat', altText: 'A red boat.' },
    ],
  });
  expect(changesOf(seen, { ...seen, pictures: [] }, 'UTC')).toEqual({ pictures: [] });
});

test('the other platforms’ captions keep their author', () => {
  const words = [SEEN.words[0]!, { ...SEEN.words[1]!, tags: '#harbour, café' }];
  expect(changedWords(SEEN, { ...SEEN, words })).toEqual([
    { platform: 'bluesky', text: 'Open.', tags: ['harbour', 'café'], thread: [], settings: {} },
  ]);
});

test('times are by the clock of the workspace, and an empty one takes the time away', () => {
  expect(changesOf(SEEN, { ...SEEN, scheduledAt: '2026-07-01T09:00' }, 'Europe/Lisbon')).toEqual({
    scheduledAt: '2026-07-01T08:00:00.000Z',
  });
  expect(changesOf({ ...SEEN, scheduledAt: '2026-07-01T09:00' }, SEEN, 'UTC')).toEqual({ scheduledAt: null });
});

test('a platform without words is not sent empty ones, and one that was taken out none at all', () => {
  const words = [...SEEN.words, { platform: 'x', text: ' ', tags: '', thread: [], settings: {} }];
  expect(changedWords(SEEN, { ...SEEN, platforms: ['sandbox', 'x'], words })).toEqual([]);
});

test('a platform whose own words were removed, or emptied, goes back to the common ones', () => {
  expect(changesOf(SEEN, { ...SEEN, words: [SEEN.words[0]!] }, 'UTC')).toEqual({ commonWords: ['bluesky'] });
  const emptied = [SEEN.words[0]!, { ...SEEN.words[1]!, text: '', tags: '' }];
  expect(changesOf(SEEN, { ...SEEN, words: emptied }, 'UTC')).toEqual({ commonWords: ['bluesky'] });
  expect(changesOf(SEEN, { ...SEEN, platforms: ['sandbox'], words: [SEEN.words[0]!] }, 'UTC')).toEqual({ platforms: ['sandbox'] });
});
