import { expect, it } from 'vitest';
import { renderStatic } from '../../../testing/render-static.tsx';
import { EditPost } from './edit-post.tsx';
import type { Editing } from './use-edits.ts';

const editing = {
  words: [{ platform: 'sandbox', text: 'Doors open at ten.', thread: [], tags: [] }],
  platforms: ['sandbox'],
  scheduledAt: '2026-12-12T08:00:00.000Z',
  change: () => {},
  made: null,
  error: null,
} as unknown as Editing;

const shown = (isOver: boolean): string => renderStatic(<EditPost editing={editing} isOver={isOver} notice={null} label="Posts" />);
const timeIn = (html: string): string => /<input[^>]*type="datetime-local"[^>]*>/.exec(html)?.[0] ?? '';

it('keeps the words and the chosen time to copy when the post has changed meanwhile', () => {
  const html = shown(true);
  expect(html).toContain('Doors open at ten.');
  expect(timeIn(html)).toContain('value="2026-12-12T08:00"');
  expect(timeIn(html).toLowerCase()).toContain('readonly');
  expect(html).not.toContain('As soon as approved instead');
});

it('lets the time be changed before', () => {
  const html = shown(false);
  expect(timeIn(html).toLowerCase()).not.toContain('readonly');
  expect(html).toContain('As soon as approved instead');
});
