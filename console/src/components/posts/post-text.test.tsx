import { expect, test } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { PostText } from './post-text.tsx';

const link = { start: 5, end: 22, kind: 'LINK', target: 'https://a.example' } as const;

test('a post highlights its links and names their targets', () => {
  const html = renderStatic(<PostText text="look https://a.example" facets={[link]} marks={[]} />);
  expect(html).toContain('data-kind="LINK"');
  expect(html).toContain('title="Leads to https://a.example"');
});

test('a finding inside a link keeps the link and can be reached by keyboard', () => {
  const mark = { start: 13, end: 22, tone: 'bad', message: 'This host is not allowed.' } as const;
  const html = renderStatic(<PostText text="look https://a.example" facets={[link]} marks={[mark]} />);
  expect(html.match(/data-kind="LINK"/g)).toHaveLength(2);
  expect(html).toMatch(/<mark[^>]*data-tone="bad"[^>]*tabindex="0"[^>]*>/);
});

test('text is never interpreted as markup', () => {
  const html = renderStatic(<PostText text="<img src=x onerror=alert(1)>" facets={[]} marks={[]} />);
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img');
});
