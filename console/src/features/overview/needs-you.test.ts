import { expect, it } from 'vitest';
import { needsOf } from './needs-you.ts';
import type { OverviewWorkspace } from './queries.ts';

const NONE = { edges: [] };
/** A workspace without problems, except for the given facts. */
const given = (more: object): OverviewWorkspace =>
  ({
    credits: { balances: [{ unit: 'PUBLICATION', available: 30 }], promised: [] },
    publishing: NONE,
    connections: [{ id: 'con_1', handle: '@harbour', health: 'HEALTHY', platform: { label: 'Mastodon' } }],
    heldBack: NONE,
    failed: NONE,
    partlyPublished: NONE,
    figures: { heldBack: 0, failed: 0 },
    standingApprovals: [],
    ...more,
  }) as unknown as OverviewWorkspace;
const node = (fields: object) => ({
  edges: [{ node: { id: 'job_1', draft: { title: 'Soup' }, publications: [], updatedAt: '2026-01-01', ...fields } }],
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
  ['a post with an unknown outcome', { publishing: node({ publications: [{ state: 'UNKNOWN', platform: { label: 'X' } }] }) }, 'wait'],
  ['a broken connection', { connections: [{ id: 'con_2', handle: '@pier', health: 'REVOKED', platform: { label: 'X' } }] }, 'bad'],
  [
    'an access that ends within a week',
    { connections: [{ id: 'con_2', handle: '@pier', health: 'HEALTHY', accessEndsAt: '2026-01-07', platform: { label: 'LinkedIn' } }] },
    'wait',
  ],
  [
    'what is blocked',
    {
      figures: { heldBack: 1, failed: 0 },
      heldBack: node({ readiness: { gates: [{ gate: 'CREDITS', status: 'BLOCK', message: 'No credits.' }] } }),
    },
    'wait',
  ],
  ['what is blocked beyond what was read', { figures: { heldBack: 9, failed: 0 } }, 'wait'],
  [
    'what failed',
    { figures: { heldBack: 0, failed: 1 }, failed: node({ publications: [{ failureMessage: 'Refused.', platform: { label: 'X' } }] }) },
    'bad',
  ],
  [
    'what is blocked by the budget of the month',
    {
      figures: { heldBack: 1, failed: 0 },
      heldBack: node({ readiness: { gates: [{ gate: 'CREDITS', status: 'WAIT', message: 'It is used.' }] } }),
    },
    'wait',
  ],
  [
    'what could be signed beforehand',
    { standingApprovals: [{ id: 'sta_1', state: 'PROPOSED', agentName: 'Choir', signed: 5, decided: 5, viewerCanDecide: true }] },
    'quiet',
  ],
  ['what failed beyond what was read', { figures: { heldBack: 0, failed: 4 } }, 'bad'],
])('names %s', (_what, more, tone) => {
  expect(needsOf(given(more), new Date('2026-01-01'))).toMatchObject([
    { tone, what: expect.stringMatching(/\S/), link: { label: expect.stringMatching(/\S/) } },
  ]);
});

it('lists two posts with unknown outcomes, and counts the others in one line', () => {
  const unknown = node({ publications: [{ state: 'UNKNOWN', platform: { label: 'X' } }] }).edges;
  const needs = (count: number) => needsOf(given({ publishing: { edges: Array(count).fill(unknown).flat() } }));
  expect(needs(3)).toHaveLength(3);
  expect(needs(7)).toHaveLength(3);
  expect(needs(7)[2]).toMatchObject({ what: expect.stringContaining('5'), link: { to: '/jobs', search: { state: 'PUBLISHING' } } });
});

it('links each count to the list of exactly what it counts', () => {
  const search = (more: object) => needsOf(given(more)).at(-1)?.link.search;
  expect(search({ figures: { heldBack: 9, failed: 0 } })).toEqual({ state: 'BLOCKED' });
  const [failed, partlyPublished] = [node({}), node({})];
  expect(search({ figures: { heldBack: 0, failed: 4 }, failed })).toEqual({ state: 'FAILED' });
  expect(search({ figures: { heldBack: 0, failed: 4 }, partlyPublished })).toEqual({ state: 'PARTIALLY_PUBLISHED' });
  // Of both kinds there is one list, the usual one.
  expect(search({ figures: { heldBack: 0, failed: 4 }, failed, partlyPublished })).toEqual({});
});
