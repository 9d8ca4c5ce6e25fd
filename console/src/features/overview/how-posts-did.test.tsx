import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { NetworkPanel } from './how-posts-did.tsx';
import type { NetworkFigures } from './queries.ts';

const NONE = { views: null, reach: null, likes: null, replies: null, reposts: null, quotes: null, saves: null, clicks: null };
const readAt = '2026-11-28T10:00:00Z';
const bluesky: NetworkFigures[number] = { platform: 'bluesky', posts: 2, readAt, figures: { ...NONE, likes: 10, reposts: 0 } };
const mastodon: NetworkFigures[number] = { platform: 'mastodon', posts: 8, readAt, figures: { ...NONE, likes: 1_240 } };
const connected = ['Bluesky', 'Mastodon', 'Telegram'].map((label) => ({
  platform: { id: label.toLowerCase(), label, publishing: 'DIRECT' as const },
}));

it('shows each network’s figures, most posts first, and what was not reported', () => {
  const html = renderStatic(<NetworkPanel workspaceId="wsp_harbour" networks={[bluesky, mastodon]} connections={connected} />);
  const [, table = ''] = html.split('<table>');
  expect(table.indexOf('Mastodon')).toBeLessThan(table.indexOf('Bluesky'));
  expect(table).toContain('<td>8</td><td>1,240</td><td>Not reported</td>');
  expect(table).toContain('<td>2</td><td>10</td><td>0</td>');
  expect(html).not.toContain('Views');
  expect(html).toContain('No figures from Telegram');
  expect(html).toContain('Added up over the posts of this workspace');
  expect(html).toContain('href="/api/export?workspace_id=wsp_harbour&amp;list=metrics"');
});

it('draws bars only for figures that several networks report', () => {
  const widths = (networks: NetworkFigures) =>
    renderStatic(<NetworkPanel workspaceId="wsp_harbour" networks={networks} connections={connected} />).match(/width:[\d.]+%/g) ?? [];
  expect(widths([mastodon, { ...bluesky, figures: { ...NONE, likes: 310, reposts: 0 } }])).toEqual(['width:100%', 'width:25%']);
  expect(widths([mastodon])).toEqual([]);
});

it('renders nothing without figures', () => {
  expect(renderStatic(<NetworkPanel workspaceId="wsp_harbour" networks={[]} connections={connected} />)).toBe('');
});
