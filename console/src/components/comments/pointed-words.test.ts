import { expect, test } from 'vitest';
import { isGone, spanOf } from './pointed-words.tsx';

const TEXT = 'The quay opens on Friday at nine.';

test('a quote is found in the text of its network and of networks with the same text', () => {
  const found = { start: 15, end: 24 };
  expect(spanOf({ quote: 'on Friday', platform: 'x' }, TEXT, ['sandbox', 'x'])).toEqual(found);
  expect(spanOf({ quote: 'on Friday', platform: 'x' }, TEXT, ['sandbox'])).toBeNull();
  expect(spanOf({ quote: 'on Friday', platform: null }, TEXT, ['sandbox'])).toEqual(found);
  expect(spanOf({ quote: 'on Sunday', platform: null }, TEXT, ['sandbox'])).toBeNull();
});

test('a quote is gone once no text contains it, unless the source text is not shown', () => {
  const post = { platform: 'x', text: TEXT };
  expect(isGone({ quote: 'on Friday', platform: 'x' }, [post])).toBe(false);
  expect(isGone({ quote: 'on Sunday', platform: 'x' }, [post])).toBe(true);
  expect(isGone({ quote: 'on Sunday', platform: null }, [post])).toBe(false);
  expect(isGone({ quote: 'on Sunday', platform: null }, [post, { platform: null, text: TEXT }])).toBe(true);
});
