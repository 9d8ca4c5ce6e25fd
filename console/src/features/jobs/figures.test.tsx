import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { Figures } from './figures.tsx';

const NONE = { views: null, reach: null, likes: null, replies: null, reposts: null, quotes: null, saves: null, clicks: null };
const platform = { label: 'Mastodon' };

it('shows the latest figures by name, including a reported 0 and omitting unreported ones', () => {
  const metrics = [
    { readAt: '2026-11-27T10:00:00Z', figures: { ...NONE, likes: 3 } },
    { readAt: '2026-11-28T10:00:00Z', figures: { ...NONE, likes: 1_240, reposts: 0 } },
  ];
  const html = renderStatic(<Figures publication={{ platform, metrics, metricsFailure: null }} />);
  expect(html).toContain('Likes <b>1,240</b>');
  expect(html).toContain('Reposts <b>0</b>');
  expect(html).toContain('Reported by Mastodon');
  expect(html).not.toContain('Views');
});

it('shows growth from the second reading on, for reported figures only', () => {
  const first = { readAt: '2026-11-27T10:00:00Z', figures: { ...NONE, likes: 3, views: 77 } };
  const second = { readAt: '2026-11-28T10:00:00Z', figures: { ...NONE, likes: 1_240 } };
  const html = renderStatic(<Figures publication={{ platform, metrics: [first, second], metricsFailure: null }} />);
  expect(html).toContain('3 · 1,240');
  expect(html).toContain('points="0.0,22.9 120.0,1.0"');
  expect(html).not.toContain('77');
  expect(renderStatic(<Figures publication={{ platform, metrics: [first], metricsFailure: null }} />)).not.toContain('Over time');
});

it('shows why the network returned no figures, and nothing before the first reading', () => {
  const failed = { platform, metrics: [], metricsFailure: 'Mastodon did not respond.' };
  expect(renderStatic(<Figures publication={failed} />)).toContain('Mastodon did not respond.');
  expect(renderStatic(<Figures publication={{ ...failed, metricsFailure: null }} />)).toBe('');
});
