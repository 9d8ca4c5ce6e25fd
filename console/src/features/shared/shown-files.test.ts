import { expect, it } from 'vitest';
import type { PayloadViewFragment } from '../../gql/graphql.ts';
import { addressesIn, withFetched } from './shown-files.ts';

type Preview = PayloadViewFragment['preview'];

const preview = {
  images: [
    { url: '/api/media/video', seconds: 2, cover: { url: '/api/media/cover' }, subtitles: { url: '/api/media/subtitles', language: 'de' } },
    { url: '/api/media/plan', mimeType: 'application/pdf' },
    { url: '/api/media/plan', mimeType: 'application/pdf', cover: null, subtitles: null },
  ],
  linkCard: { url: 'https://harbour.example', image: { url: '/api/media/card' } },
} as unknown as Preview;

it('names every file that a post shows once, and no address of the web', () => {
  const addresses = ['/api/media/video', '/api/media/cover', '/api/media/subtitles', '/api/media/plan', '/api/media/card'];
  expect(addressesIn([{ preview }, { preview }])).toEqual(addresses);
  expect(addressesIn([{ preview: { ...preview, images: [], linkCard: null } }])).toEqual([]);
});

it('shows the fetched files, and nothing that would need a session', () => {
  const fetched = new Map(addressesIn([{ preview }]).map((address) => [address, `blob:${address}`]));
  expect(withFetched(preview, fetched)).toMatchObject({
    images: [
      { url: 'blob:/api/media/video', cover: { url: 'blob:/api/media/cover' }, subtitles: { url: 'blob:/api/media/subtitles' } },
      { url: 'blob:/api/media/plan' },
      { url: 'blob:/api/media/plan', cover: null },
    ],
    linkCard: { url: 'https://harbour.example', image: { url: 'blob:/api/media/card' } },
  });
  expect(JSON.stringify(withFetched(preview, new Map()))).not.toContain('/api/media/');
});

it('keeps a cover that is a moment of the video, without a file', () => {
  const cover = { url: null, atMs: 1_500 };
  const [image] = withFetched({ ...preview, images: [{ ...preview.images[0], cover }] } as Preview, new Map()).images;
  expect(image?.cover).toEqual(cover);
});
