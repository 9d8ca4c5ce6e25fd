import { expect, test } from 'vitest';
import { joinPosts, movePost, removePost, replacePost, splitPost } from './thread-posts.ts';

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

test('a suggestion, or its undo, replaces the text that it was made for, also after a move, and nothing typed since', () => {
  expect(replacePost(['A', 'B', 'B'], 2, 'B', 'b')).toEqual(['A', 'B', 'b']);
  expect(replacePost(['A', 'C', 'B'], 1, 'B', 'b')).toEqual(['A', 'C', 'b']);
  expect(replacePost(['A', 'B, and more'], 1, 'B', 'b')).toEqual(['A', 'B, and more']);
});
