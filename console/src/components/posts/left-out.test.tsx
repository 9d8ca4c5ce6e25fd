import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { LeftOut } from './left-out.tsx';

const left = (text: string, isEssential = false) => ({ text, reason: 'TOO_LONG' as const, isEssential });

it('names what a post leaves out and why, what readers may need first', () => {
  const html = renderStatic(
    <LeftOut omissions={[left('The band plays.'), left('Bring cash.'), left('Not after 5 May.', true), left('Dogs too.')]} />,
  );
  expect(html).toContain('Left out: “Not after 5 May.” (no room); “The band plays.” (no room); “Bring cash.” (no room); and 1 more place.');
  expect(html).not.toContain('<details');
});

it('is not there where everything is said', () => {
  expect(renderStatic(<LeftOut omissions={[]} />)).toBe('');
});
