import { expect, test } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { Thumb } from './thumb.tsx';

const thumbOf = (picture: { url: string; seconds?: number; mimeType?: string }): string =>
  renderStatic(<Thumb draft={{ platforms: ['sandbox'], pictures: [{ seconds: null, mimeType: null, ...picture }] }} />);

test('a thumbnail loads a small copy of the picture, and only once it is near the screen', () => {
  const html = thumbOf({ url: '/api/media/med_1' });
  expect(html).toContain('src="/api/media/med_1?side=80"');
  expect(html).toContain('srcSet="/api/media/med_1?side=80 2x, /api/media/med_1?side=160 4x"');
  expect(html).toContain('loading="lazy"');
  expect(html).not.toContain('med_1"');
});

test('a video or a document is a sign, and not loaded', () => {
  for (const other of [{ seconds: 4 }, { mimeType: 'application/pdf' }]) {
    expect(thumbOf({ url: '/api/media/med_1', ...other })).not.toContain('<img');
  }
});
