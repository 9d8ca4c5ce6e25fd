import { expect, it } from 'vitest';
import { renderStatic } from '../../../testing/render-static.tsx';
import { type Usual, UsualOfAccounts } from './usual-figures.tsx';

const figure = (connectionId: string, metric: string, median: number, posts = 12): Usual[number] => ({
  ...{ connectionId, metric, median, posts, readAt: '2026-11-28T10:00:00Z' },
});
const mastodon = {
  platform: { id: 'mastodon', label: 'Mastodon', publishing: 'DIRECT' as const },
  connection: { id: 'con_harbour', handle: 'harbour@floss.example', health: 'HEALTHY' as const },
};

it('shows only the medians of the target account, with the number of posts', () => {
  const usual = [figure('con_harbour', 'likes', 1_240), figure('con_harbour', 'views', 34_000, 9), figure('con_other', 'replies', 77)];
  const html = renderStatic(<UsualOfAccounts usual={usual} payloads={[mastodon]} />);
  expect(html).toContain('Views <b>34,000</b>');
  expect(html.indexOf('Views')).toBeLessThan(html.indexOf('Likes <b>1,240</b>'));
  expect(html).toContain('median of 12 posts');
  expect(html).toContain('harbour@floss.example');
  expect(html).not.toContain('Replies');
});

it('renders nothing for too few posts, or a network without an account', () => {
  expect(renderStatic(<UsualOfAccounts usual={[]} payloads={[mastodon]} />)).toBe('');
  const usual = [figure('con_harbour', 'likes', 3)];
  expect(renderStatic(<UsualOfAccounts usual={usual} payloads={[{ ...mastodon, connection: null }]} />)).toBe('');
});
