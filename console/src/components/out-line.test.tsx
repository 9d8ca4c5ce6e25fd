import { expect, it } from 'vitest';
import type { OutPostFragment } from '../gql/graphql.ts';
import { renderStatic } from '../testing/render-static.tsx';
import { OutLine } from './out-line.tsx';

type Publication = OutPostFragment['publications'][number];

const publication = (handle: string, state: Publication['state'] = 'PUBLISHED'): Publication => ({
  id: handle,
  state,
  providerUrl: `https://harbour.example/${handle}`,
  retraction: null,
  platform: { id: 'bluesky', label: 'Bluesky', publishing: 'READY' },
  connection: { id: handle, handle },
});

const lineOf = (...publications: Publication[]): string =>
  renderStatic(
    <OutLine
      className={undefined}
      post={{ id: 'job_1', wentOutAt: null, draft: { id: 'drf_1', title: 'Open', platforms: [], pictures: [] }, publications }}
    />,
  );

it('names the account of each link to a post, even with two on one network', () => {
  const html = lineOf(publication('@cafe'), publication('@harbour'));
  expect(html).toContain('aria-label="Open on Bluesky (@cafe)"');
  expect(html).toContain('aria-label="Open on Bluesky (@harbour)"');
});

it('links only to published posts', () => {
  const html = lineOf(publication('@cafe'), publication('@harbour', 'FAILED'));
  expect(html.match(/<a /g)).toHaveLength(1);
});

it('marks a removed post and does not lead there', () => {
  const removed = { ...publication('@cafe'), retraction: { id: 'rtr_1', state: 'REMOVED' as const, isPostGone: true } };
  const html = lineOf(removed, publication('@harbour'));
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('Removed');
});
