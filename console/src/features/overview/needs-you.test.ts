import { expect, it } from 'vitest';
import { needsOf, postsWith } from './needs-you.ts';
import type { OverviewWorkspace } from './queries.ts';

const NONE = { edges: [] };
const FIGURES = { heldBack: 0, unknown: 0, failed: 0 };
/** A workspace without problems, except for the given facts. */
const given = (more: object): OverviewWorkspace =>
  ({
    credits: { balances: [{ unit: 'PUBLICATION', available: 30 }], promised: [] },
    unknown: NONE,
    connections: [{ id: 'con_1', handle: '@harbour', health: 'HEALTHY', platform: { label: 'Mastodon' } }],
    heldBack: NONE,
    failed: NONE,
    figures: FIGURES,
    standingApprovals: [],
    ...more,
  }) as unknown as OverviewWorkspace;
const node = (fields: object) => ({
  edges: [{ node: { id: 'job_1', draft: { title: 'Soup' }, publications: [], ...fields } }],
});

it('says that nothing is wrong only if that is true', () => {
  expect(needsOf(given({}))).toEqual([]);
});

it.each([
  [
    'credits that do not reach what is promised',
    { credits: { balances: [{ unit: 'PUBLICATION', available: 29 }], promised: [{ unit: 'PUBLICATION', promised: 31, asked: 0 }] } },
    'bad',
  ],
  [
    'credits that do not reach what is asked for',
    { credits: { balances: [{ unit: 'PUBLICATION', available: 29 }], promised: [{ unit: 'PUBLICATION', promised: 20, asked: 10 }] } },
    'wait',
  ],
  [
    'a post with an unknown outcome',
    {
      figures: { ...FIGURES, unknown: 1 },
      unknown: node({ publications: [{ state: 'PUBLISHED' }, { id: 'pub_1', state: 'UNKNOWN', platform: { label: 'X' } }] }),
    },
    'wait',
  ],
  ['a broken connection', { connections: [{ id: 'con_2', handle: '@pier', health: 'REVOKED', platform: { label: 'X' } }] }, 'bad'],
  [
    'an access that ends within a week',
    { connections: [{ id: 'con_2', handle: '@pier', health: 'HEALTHY', accessEndsAt: '2026-01-07', platform: { label: 'LinkedIn' } }] },
    'wait',
  ],
  [
    'what is blocked',
    {
      figures: { ...FIGURES, heldBack: 1 },
      heldBack: node({ readiness: { gates: [{ gate: 'CREDITS', status: 'BLOCK', message: 'No credits.' }] } }),
    },
    'wait',
  ],
  ['what is blocked beyond what was read', { figures: { ...FIGURES, heldBack: 9 } }, 'wait'],
  [
    'what failed',
    { figures: { ...FIGURES, failed: 1 }, failed: node({ publications: [{ failureMessage: 'Refused.', platform: { label: 'X' } }] }) },
    'bad',
  ],
  [
    'what is blocked by the budget of the month',
    {
      figures: { ...FIGURES, heldBack: 1 },
      heldBack: node({ readiness: { gates: [{ gate: 'CREDITS', status: 'WAIT', message: 'It is used.' }] } }),
    },
    'wait',
  ],
  [
    'what could be signed beforehand',
    { standingApprovals: [{ id: 'sta_1', state: 'PROPOSED', agentName: 'Choir', signed: 5, decided: 5, viewerCanDecide: true }] },
    'quiet',
  ],
  ['what failed beyond what was read', { figures: { ...FIGURES, failed: 4 } }, 'bad'],
])('names %s', (_what, more, tone) => {
  expect(needsOf(given(more), new Date('2026-01-01'))).toMatchObject([
    { tone, what: expect.stringMatching(/\S/), link: { label: expect.stringMatching(/\S/) } },
  ]);
});

it('lists two posts with unknown outcomes, and counts all others in one line', () => {
  const [post] = node({ publications: [{ state: 'UNKNOWN', platform: { label: 'X' } }] }).edges;
  // However many there are, three are read.
  const needs = (unknown: number) =>
    needsOf(given({ figures: { ...FIGURES, unknown }, unknown: { edges: Array(Math.min(3, unknown)).fill(post) } }));
  expect(needs(3)).toHaveLength(3);
  expect(needs(17)).toHaveLength(3);
  expect(needs(17)[2]).toMatchObject({ what: expect.stringContaining('15'), link: { to: '/jobs', search: { state: 'UNKNOWN' } } });
});

it('links each count to the list of exactly what it counts', () => {
  const search = (figures: object) => needsOf(given({ figures: { ...FIGURES, ...figures } })).at(-1)?.link.search;
  expect(search({ heldBack: 9 })).toEqual({ state: 'BLOCKED' });
  expect(search({ unknown: 9 })).toEqual({ state: 'UNKNOWN' });
  expect(search({ failed: 4 })).toEqual({ state: 'FAILED_LATELY' });
  // Of several kinds there is one list, the usual one.
  expect(postsWith({ heldBack: 1, failed: 4 }).search).toEqual({});
});
