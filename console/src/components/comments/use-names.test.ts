import { expect, it } from 'vitest';
import { namesAt } from './use-names.ts';

const NAMES = ['Ada Harbour', 'Ben Quay', 'Bea Quay', 'Zoë Ångström'];
const at = (text: string, caret = text.length) => namesAt(text, caret, NAMES);

it.each([
  ['Ask @', NAMES],
  ['Ask @be', ['Ben Quay', 'Bea Quay']],
  ['Ask @BEN', ['Ben Quay']],
  ['Ask @ben q', ['Ben Quay']],
  ['(@quay', ['Ben Quay', 'Bea Quay']],
  ['@zoë', ['Zoë Ångström']],
])('offers for “%s” the names with this prefix', (text, names) => {
  expect(at(text)?.names).toEqual(names);
});

it.each(['Ask', 'mail ben@be', '@bex', '@ben@be', 'Ask @Ben Quay', 'Ask @Ben Quay whether'])('offers nothing for “%s”', (text) => {
  expect(at(text)).toBeNull();
});

it('looks at the text before the caret', () => {
  expect(at('Ask @be about it', 7)).toEqual({ from: 4, names: ['Ben Quay', 'Bea Quay'] });
});
