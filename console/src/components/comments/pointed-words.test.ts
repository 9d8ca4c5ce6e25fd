import { expect, test } from 'vitest';
import { isGone, spanOf } from './pointed-words.tsx';

const TEXT = 'The quay opens on Friday at nine.';

test('quoted words are found in the words of the network that they were quoted from, and of all that go with it', () => {
  const found = { start: 15, end: 24 };
  expect(spanOf({ quote: 'on Friday', platform: 'x' }, TEXT, ['sandbox', 'x'])).toEqual(found);
  expect(spanOf({ quote: 'on Friday', platform: 'x' }, TEXT, ['sandbox'])).toBeNull();
  expect(spanOf({ quote: 'on Friday', platform: null }, TEXT, ['sandbox'])).toEqual(found);
  expect(spanOf({ quote: 'on Sunday', platform: null }, TEXT, ['sandbox'])).toBeNull();
});

test('words are gone once they stand in none of the texts, and of a source text that is not shown nothing is claimed', () => {
  const post = { platform: 'x', text: TEXT };
  expect(isGone({ quote: 'on Friday', platform: 'x' }, [post])).toBe(false);
  expect(isGone({ quote: 'on Sunday', platform: 'x' }, [post])).toBe(true);
  expect(isGone({ quote: 'on Sunday', platform: null }, [post])).toBe(false);
  expect(isGone({ quote: 'on Sunday', platform: null }, [post, { platform: null, text: TEXT }])).toBe(true);
});
