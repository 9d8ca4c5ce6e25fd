import { expect, test } from 'vitest';
import { addPost, filledPosts, joinPosts, movePost, removePost, replacePost, splitPost } from './thread-posts.ts';

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

test('numbers at the end of every post follow its place, and nothing else is changed', () => {
  const numbered = ['Open.\n\n1/3', 'Stalls.\n\n2/3', 'Coffee.\n\n3/3'];
  expect(movePost(numbered, 1, -1)).toEqual(['Stalls.\n\n1/3', 'Open.\n\n2/3', 'Coffee.\n\n3/3']);
  expect(joinPosts(numbered, 1)).toEqual({ posts: ['Open.\n\n1/2', 'Stalls.\n\nCoffee.\n\n2/2'], seam: 9 });
  expect(splitPost(['Open. Stalls. 1/2', 'Coffee. 2/2'], 0, 5)).toEqual(['Open. 1/3', 'Stalls. 2/3', 'Coffee. 3/3']);
  expect(removePost(['Open. 1/2', 'Stalls. 2/2'], 0)).toEqual(['Stalls.']);
  expect(addPost(['Open. 1/1'])).toEqual(['Open. 1/1', '']);
  expect(addPost(['Open. 1/2', 'Stalls. 2/2'])).toEqual(['Open. 1/3', 'Stalls. 2/3', ' 3/3']);
  expect(movePost(['Half of it: 1/2', 'Stalls.'], 0, 1)).toEqual(['Stalls.', 'Half of it: 1/2']);
});

test('a post that is empty but for its number is not saved, and the others are counted without it', () => {
  expect(filledPosts(addPost(['Open.\n\n1/2', 'Stalls.\n\n2/2']))).toEqual(['Open.\n\n1/2', 'Stalls.\n\n2/2']);
  expect(filledPosts(addPost(['Open.', 'Stalls.']))).toEqual(['Open.', 'Stalls.']);
  expect(filledPosts(['', 'Stalls.'])).toEqual(['', 'Stalls.']);
  expect(filledPosts(['Open. 1/2', 'Stalls.\n2/2'])).toEqual(['Open. 1/2', 'Stalls.\n2/2']);
});

test('a suggestion, or its undo, replaces the text that it was made for, also after a move, and nothing typed since', () => {
  expect(replacePost(['A', 'B', 'B'], 2, 'B', 'b')).toEqual(['A', 'B', 'b']);
  expect(replacePost(['A', 'C', 'B'], 1, 'B', 'b')).toEqual(['A', 'C', 'b']);
  expect(replacePost(['A', 'B, and more'], 1, 'B', 'b')).toEqual(['A', 'B, and more']);
  expect(replacePost(['A 1/3', 'C 2/3', 'B 3/3'], 1, 'B 2/2', 'b 2/2')).toEqual(['A 1/3', 'C 2/3', 'b 3/3']);
});
