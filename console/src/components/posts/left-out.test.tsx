import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { LeftOut } from './left-out.tsx';

const left = (text: string, isEssential = false) => ({ text, reason: 'TOO_LONG' as const, isEssential });
const furniture = (text: string) => ({ text, reason: 'FURNITURE' as const, isEssential: false });

it('names what a post leaves out and why, what readers may need first', () => {
  const html = renderStatic(
    <LeftOut omissions={[left('The band plays.'), left('Bring cash.'), left('Not after 5 May.', true), left('Dogs too.')]} />,
  );
  expect(html).toContain(
    'Left out: “Not after 5 May.” (no room); “The band plays.” (no room); “Bring cash.” (no room); and 1 more passage.',
  );
  expect(html).not.toContain('<details');
});

it('is not there where everything is said', () => {
  expect(renderStatic(<LeftOut omissions={[]} />)).toBe('');
});

it('names words for which there was no room where there is little room to say so, too, and never says that no post needs them', () => {
  const html = renderStatic(
    <LeftOut isBrief omissions={[furniture('Skip to content'), left('Dogs are welcome.'), left('Not after 5 May.', true)]} />,
  );
  expect(html).toContain('Left out: “Not after 5 May.”; “Dogs are welcome.”; and 1 more passage.');
  expect(renderStatic(<LeftOut isBrief omissions={[left('Dogs are welcome.')]} />)).toContain('Left out: “Dogs are welcome.”.');
});

it('counts only what was never part of the words where there is little room', () => {
  expect(renderStatic(<LeftOut isBrief omissions={[furniture('Skip to content')]} />)).toContain(
    '1 passage that no post needs is left out.',
  );
});

it('keeps words that run from right to left apart from the sentence around them', () => {
  expect(renderStatic(<LeftOut omissions={[left('الكلفة 85 ألف')]} />)).toContain('“\u2068الكلفة 85 ألف\u2069” (no room)');
});

it('marks a post that is only the beginning of its source with the share of it, and says where nothing fits', () => {
  expect(renderStatic(<LeftOut keptPercent={62} omissions={[left('Dogs too.')]} />)).toMatch(
    /the first paragraphs, 62 % of the text.+Dogs too/,
  );
  expect(renderStatic(<LeftOut keptPercent={0} omissions={[left('Dogs too.')]} />)).toContain('Write the text for this network yourself.');
});
