import { expect, it } from 'vitest';
import { aspectsOf } from './crop-picture.ts';

it('offers the aspect ratios of the chosen networks first, with their names', () => {
  const aspects = aspectsOf([
    { id: 'linkedin', label: 'LinkedIn' },
    { id: 'bluesky', label: 'Bluesky' },
    { id: 'instagram', label: 'Instagram' },
  ]);
  expect(aspects.map(({ name, networks }) => [name, networks])).toEqual([
    ['4:5', ['Instagram']],
    ['1.91:1', ['LinkedIn']],
    ['1:1', []],
    ['2:3', []],
    ['16:9', []],
  ]);
});
