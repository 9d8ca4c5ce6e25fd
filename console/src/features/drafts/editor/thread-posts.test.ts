import { expect, test } from 'vitest';
import { joinPosts, movePost, removePost, splitPost } from './thread-posts.ts';

const WHOLE = 'The market opens. Forty stalls wait.';

test('a post is split at the caret, and joining restores its text as paragraphs', () => {
  const split = splitPost(['Before.', WHOLE], 1, WHOLE.indexOf(' Forty'));
  expect(split).toEqual(['Before.', 'The market opens.', 'Forty stalls wait.']);
  expect(joinPosts(split, 1)).toEqual({ posts: ['Before.', 'The market opens.\n\nForty stalls wait.'], seam: 19 });
});

test('joining with an empty post adds nothing', () => {
  expect(joinPosts(['A', ''], 0)).toEqual({ posts: ['A'], seam: 1 });
  expect(joinPosts(['', 'B'], 0)).toEqual({ posts: ['B'], seam: 0 });
});

test('a post is moved among the others, and the only one is emptied instead of removed', () => {
  expect(movePost(['A', 'B', 'C'], 2, -1)).toEqual(['A', 'C', 'B']);
  expect(removePost(['A', 'B'], 0)).toEqual(['B']);
  expect(removePost(['A'], 0)).toEqual(['']);
});
