import { expect, test } from 'vitest';
import { changedWords, changesOf, type DraftFormValues, toCreateInput } from './use-draft-form.ts';

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

test('untouched fields are not sent', () => {
  expect(changesOf(SEEN, structuredClone(SEEN), 'UTC')).toBeNull();
  expect(changesOf(SEEN, { ...SEEN, link: 'https://example.org' }, 'UTC')).toEqual({ link: 'https://example.org' });
  expect(changesOf(SEEN, { ...SEEN, labels: ['pier'] }, 'UTC')).toEqual({ labels: ['pier'] });
  expect(changesOf(SEEN, { ...SEEN, wording: 'EXACT' }, 'UTC')).toEqual({ wording: 'EXACT' });
  expect(changesOf({ ...SEEN, wording: 'EXACT' }, SEEN, 'UTC')).toEqual({ wording: null });
});

test('pictures are sent in order with their descriptions once one has changed', () => {
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

test('times are in the workspace’s time zone, and an empty one removes the schedule', () => {
  expect(changesOf(SEEN, { ...SEEN, scheduledAt: '2026-07-01T09:00' }, 'Europe/Lisbon')).toEqual({
    scheduledAt: '2026-07-01T08:00:00.000Z',
  });
  expect(changesOf({ ...SEEN, scheduledAt: '2026-07-01T09:00' }, SEEN, 'UTC')).toEqual({ scheduledAt: null });
});

test('no captions are sent for a platform without text or a removed one', () => {
  const words = [...SEEN.words, { platform: 'x', text: ' ', tags: '', thread: [], settings: {} }];
  expect(changedWords(SEEN, { ...SEEN, platforms: ['sandbox', 'x'], words })).toEqual([]);
});

test('a platform whose text was removed or emptied returns to the shared text', () => {
  expect(changesOf(SEEN, { ...SEEN, words: [SEEN.words[0]!] }, 'UTC')).toEqual({ commonWords: ['bluesky'] });
  const emptied = [SEEN.words[0]!, { ...SEEN.words[1]!, text: '', tags: '' }];
  expect(changesOf(SEEN, { ...SEEN, words: emptied }, 'UTC')).toEqual({ commonWords: ['bluesky'] });
  expect(changesOf(SEEN, { ...SEEN, platforms: ['sandbox'], words: [SEEN.words[0]!] }, 'UTC')).toEqual({ platforms: ['sandbox'] });
});

test('a platform’s settings are sent also where its text is empty', () => {
  const emptied = { ...SEEN.words[1]!, text: '', tags: '', settings: { first_comment: 'Tickets at the pier.' } };
  const words = [SEEN.words[0]!, emptied];
  expect(changesOf(SEEN, { ...SEEN, words }, 'UTC')).toEqual({
    words: [{ platform: 'bluesky', text: '', tags: [], thread: [], settings: { first_comment: 'Tickets at the pier.' } }],
  });
  expect(toCreateInput({ ...SEEN, words }, 'wsp_1', 'UTC').words).toHaveLength(2);
  const withoutComment = { ...emptied, settings: { first_comment: ' ' } };
  expect(changesOf(SEEN, { ...SEEN, words: [SEEN.words[0]!, withoutComment] }, 'UTC')).toEqual({ commonWords: ['bluesky'] });
});

test('overwriting a newer draft sends everything that the form shows', () => {
  const theirs = { ...SEEN, sourceText: 'Closed on Friday.', words: [SEEN.words[0]!, { ...SEEN.words[1]!, text: 'Closed.' }] };
  const mine = { ...SEEN, link: 'https://example.org' };
  expect(changesOf(theirs, mine, 'UTC')).toEqual({
    sourceText: 'Open on Friday.',
    link: 'https://example.org',
    words: [{ platform: 'bluesky', text: 'Open.', tags: ['harbour'], thread: [], settings: {} }],
  });
});
