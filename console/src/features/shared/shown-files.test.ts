import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { PayloadViewFragment } from '../../gql/graphql.ts';
import { addressesIn, fileQuery, withFetched } from './shown-files.ts';

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

it('fetches at most six files at a time, however many a share shows', async () => {
  let now = 0;
  let most = 0;
  vi.stubGlobal('fetch', async () => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    return new Response('picture');
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const queryClient = new QueryClient();
  const addresses = Array.from({ length: 40 }, (_, index) => `/api/media/med_${index}/${'a'.repeat(64)}`);
  const files = await Promise.all(addresses.map((address) => queryClient.fetchQuery(fileQuery('token', address))));
  expect(new Set(files).size).toBe(40);
  expect(most).toBe(6);
});

it('keeps fetching after files that could not be fetched', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const queryClient = new QueryClient();
  const fetchAll = (name: string) =>
    Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        queryClient.fetchQuery(fileQuery('token', `/api/media/med_${name}${index}/${'a'.repeat(64)}`)),
      ),
    );
  expect((await fetchAll('a')).map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
  vi.stubGlobal('fetch', async () => new Response('picture'));
  expect((await fetchAll('b')).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
});
