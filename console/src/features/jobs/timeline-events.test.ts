import { expect, test } from 'vitest';
import type { JobView } from './queries.ts';
import { timelineEvents } from './timeline-events.ts';

const platform = { id: 'bluesky', label: 'Bluesky', publishing: 'ready' };
const job = {
  createdAt: '2026-12-12T08:00:00Z',
  author: { kind: 'AGENT', name: 'Newsroom agent' },
  approval: { decisions: [{ id: 'dec_1', decision: 'APPROVED', by: 'Marta', createdAt: '2026-12-12T08:05:00Z' }] },
  publications: [
    {
      id: 'pub_1',
      platform,
      providerUrl: 'https://bsky.app/post/1',
      publishedAt: '2026-12-12T08:06:09Z',
      hold: {
        bucket: 'PACK',
        credits: 3,
        fromPack: 0,
        state: 'SETTLED',
        createdAt: '2026-12-12T08:05:01Z',
        endedAt: '2026-12-12T08:06:09Z',
      },
      settlement: null,
      attempts: [
        { number: 1, startedAt: '2026-12-12T08:05:01Z', endedAt: '2026-12-12T08:05:09Z', outcome: 'unknown', message: 'No answer.' },
      ],
    },
  ],
} as unknown as JobView;

test('lists the events of a job in order', () => {
  expect(timelineEvents(job).map(({ title }) => title)).toEqual([
    'Submitted by Newsroom agent',
    'Approved by Marta',
    '3 credits reserved for Bluesky',
    'Attempt 1 on Bluesky',
    'Published on Bluesky',
    '3 credits spent for Bluesky',
  ]);
});

test('credits of two kinds state how many were bought', () => {
  const [publication] = job.publications;
  const hold = { bucket: 'ALLOWANCE', credits: 3, fromPack: 1, state: 'HELD', createdAt: '2026-12-12T08:05:01Z', endedAt: null };
  const events = timelineEvents({ ...job, publications: [{ ...publication, hold }] } as unknown as JobView);
  expect(events.map(({ detail }) => detail)).toContain('From the plan’s allowance, 1 of them from the packs you bought.');
});

test('shows that an approval was signed with a passkey', () => {
  const [decision] = job.approval?.decisions ?? [];
  const signed = { ...job, approval: { decisions: [{ ...decision, isSigned: true }] } } as unknown as JobView;
  expect(timelineEvents(signed)[1]?.title).toBe('Signed by Marta with a passkey');
});

test('a successful attempt shows that the post was published', () => {
  const [publication] = job.publications;
  const attempts = [{ number: 1, startedAt: '2026-12-12T08:05:01Z', endedAt: '2026-12-12T08:05:02Z', outcome: 'published', message: null }];
  const events = timelineEvents({ ...job, publications: [{ ...publication, attempts }] } as JobView);
  expect(events.map(({ tone }) => tone)).toEqual(['quiet', 'good', 'quiet', 'good', 'quiet']);
  expect(events.at(3)).toMatchObject({ detail: 'Published.', link: 'https://bsky.app/post/1' });
});

test('shows a person’s resolution with their reason and evidence', () => {
  const [publication] = job.publications;
  const settlement = {
    verdict: 'NOT_PUBLISHED',
    by: 'Marta',
    reason: 'Not in the feed.',
    evidenceUrl: 'https://example.org/1',
    createdAt: '2026-12-12T09:00:00Z',
  };
  const hold = {
    bucket: 'PACK',
    credits: 1,
    fromPack: 0,
    state: 'RELEASED',
    createdAt: '2026-12-12T08:05:01Z',
    endedAt: '2026-12-12T09:00:00Z',
  };
  const events = timelineEvents({ ...job, publications: [{ ...publication, publishedAt: null, settlement, hold }] } as JobView);
  expect(events.slice(-2)).toMatchObject([
    { title: 'Marta confirmed: it is not there', detail: 'Not in the feed.', link: 'https://example.org/1' },
    { title: '1 credit returned for Bluesky' },
  ]);
});
