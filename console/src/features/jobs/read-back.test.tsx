import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { ReadBack } from './read-back.tsx';

const READ = { result: 'AS_SIGNED' as const, seenBy: 'PUBLIC' as const, message: null, readAt: '2026-11-27T10:00:00Z', differences: [] };

it('says which fields were compared, each once, and which the network does not show', () => {
  const compared = ['text', 'links', 'pictures', 'posts/1/text'];
  const html = renderStatic(<ReadBack verification={{ ...READ, compared, notReadable: ['alt_texts', 'videos'] }} />);
  expect(html).toContain('Compared: Text, Links, Pictures<');
  expect(html).toContain('Not readable: Descriptions of pictures, Videos<');
});

it('says nothing of it where nothing was left unread, or where it is not known', () => {
  expect(renderStatic(<ReadBack verification={{ ...READ, compared: ['text'], notReadable: [] }} />)).not.toContain('Not readable');
  const former = renderStatic(<ReadBack verification={{ ...READ, compared: null, notReadable: null }} />);
  expect(former).toContain('Checked: as signed');
  expect(former).not.toContain('Compared');
});
