import { expect, test } from 'vitest';
import type { JobView } from './queries.ts';
import { timelineEvents } from './timeline-events.ts';

const platform = { id: 'bluesky', label: 'Bluesky' };
const job = {
  createdAt: '2026-12-12T08:00:00Z',
  author: { kind: 'AGENT', name: 'Newsroom agent' },
  approval: { decisions: [{ id: 'dec_1', decision: 'APPROVED', by: 'Marta', createdAt: '2026-12-12T08:05:00Z' }] },
  publications: [
    {
      id: 'pub_1',
      platform,
      publishedAt: '2026-12-12T08:06:09Z',
      attempts: [
        { number: 1, startedAt: '2026-12-12T08:05:01Z', endedAt: '2026-12-12T08:05:09Z', outcome: 'unknown', message: 'No answer.' },
      ],
    },
  ],
} as unknown as JobView;

test('a job tells what happened in the order in which it did', () => {
  expect(timelineEvents(job).map(({ title }) => title)).toEqual([
    'Asked for by Newsroom agent',
    'Approved by Marta',
    'Attempt 1 on Bluesky',
    'Published on Bluesky',
  ]);
});

test('an attempt that published says so itself', () => {
  const [publication] = job.publications;
  const attempts = [{ number: 1, startedAt: '2026-12-12T08:05:01Z', endedAt: '2026-12-12T08:05:02Z', outcome: 'published', message: null }];
  const events = timelineEvents({ ...job, publications: [{ ...publication, attempts }] } as JobView);
  expect(events.map(({ tone }) => tone)).toEqual(['quiet', 'good', 'good']);
  expect(events.at(-1)?.detail).toBe('Published.');
});
