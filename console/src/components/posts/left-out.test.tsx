import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { LeftOut } from './left-out.tsx';

const left = (text: string, isEssential = false) => ({ text, reason: 'TOO_LONG' as const, isEssential });
const furniture = (text: string) => ({ text, reason: 'FURNITURE' as const, isEssential: false });

it('lists omissions with their reasons, essential ones first', () => {
  const html = renderStatic(
    <LeftOut omissions={[left('The band plays.'), left('Bring cash.'), left('Not after 5 May.', true), left('Dogs too.')]} />,
  );
  expect(html).toContain(
    'Left out: “Not after 5 May.” (no room); “The band plays.” (no room); “Bring cash.” (no room); and 1 more passage.',
  );
  expect(html).not.toContain('<details');
});

it('is absent if nothing was omitted', () => {
  expect(renderStatic(<LeftOut omissions={[]} />)).toBe('');
});

it('names omissions for lack of room in the brief form too, and never calls them unneeded', () => {
  const html = renderStatic(
    <LeftOut isBrief omissions={[furniture('Skip to content'), left('Dogs are welcome.'), left('Not after 5 May.', true)]} />,
  );
  expect(html).toContain('Left out: “Not after 5 May.”; “Dogs are welcome.”; and 1 more passage.');
  expect(renderStatic(<LeftOut isBrief omissions={[left('Dogs are welcome.')]} />)).toContain('Left out: “Dogs are welcome.”.');
});

it('counts page furniture in the brief form', () => {
  expect(renderStatic(<LeftOut isBrief omissions={[furniture('Skip to content')]} />)).toContain(
    '1 passage that no post needs is left out.',
  );
});

it('isolates right-to-left text from the sentence around it', () => {
  expect(renderStatic(<LeftOut omissions={[left('الكلفة 85 ألف')]} />)).toContain('“\u2068الكلفة 85 ألف\u2069” (no room)');
});

it('shows the share of the source that a post contains, or that nothing fits', () => {
  expect(renderStatic(<LeftOut keptPercent={62} omissions={[left('Dogs too.')]} />)).toMatch(
    /the first paragraphs, 62% of the text.+Dogs too/,
  );
  expect(renderStatic(<LeftOut keptPercent={0} omissions={[left('Dogs too.')]} />)).toContain('Write the text for this network yourself.');
});
