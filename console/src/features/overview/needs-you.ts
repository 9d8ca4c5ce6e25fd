import type { LinkProps } from '@tanstack/react-router';
import { shutGate } from '../../components/gates/gate-status.ts';
import { texts as standing } from '../../components/standing/texts.ts';
import type { Tone } from '../../components/ui/states.ts';
import type { CreditUnit, GateViewFragment } from '../../gql/graphql.ts';
import type { OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

/** Something that needs attention, with a link. */
export interface Need {
  key: string;
  tone: Tone;
  what: string;
  /** The network that says why. */
  on?: string;
  why?: string;
  link: Pick<LinkProps, 'to' | 'params' | 'hash' | 'search'> & { label: string };
}

/** Everything that needs attention: if it is empty, nothing is wrong. */
export function needsOf(workspace: OverviewWorkspace, now = new Date()): Need[] {
  return [
    ...creditNeeds(workspace),
    ...unknownNeeds(workspace),
    ...connectionNeeds(workspace, now),
    ...heldBackNeeds(workspace),
    ...failures(workspace),
    ...proposals(workspace),
  ];
}

/** A unit's credits, compared with the promised and requested ones. */
export function creditsOf({ credits }: OverviewWorkspace, unit: CreditUnit) {
  const left = credits.balances.filter((balance) => balance.unit === unit).reduce((sum, { available }) => sum + available, 0);
  const { promised = 0, asked = 0 } = credits.promised.find((found) => found.unit === unit) ?? {};
  return { left, promised, asked, isShort: left < promised + asked, missing: Math.max(0, promised + asked - left) };
}

function creditNeeds(workspace: OverviewWorkspace): Need[] {
  return (['PUBLICATION', 'AUTOPOSTING'] as const).flatMap((unit) => {
    const { left, promised, asked, isShort } = creditsOf(workspace, unit);
    if (!isShort) return [];
    return {
      key: `credits ${unit}`,
      tone: left < promised || left === 0 ? 'bad' : 'wait',
      what: texts.needs.credits({ left, unit }),
      why: texts.needs.creditsWhy({ promised, asked }),
      link: { to: '/credits', label: texts.needs.creditsDo },
    };
  });
}

const POSTS = { heldBack: 'BLOCKED', unknown: 'UNKNOWN', failed: 'FAILED_LATELY' } as const;
const KINDS = Object.keys(POSTS) as (keyof typeof POSTS)[];

/** The list of exactly the counted posts; of several kinds, the usual list, which has them all. */
export function postsWith(counts: Partial<Record<keyof typeof POSTS, number>>) {
  const [kind, ...others] = KINDS.filter((each) => counts[each]);
  return { to: '/jobs', search: kind && others.length === 0 ? { state: POSTS[kind] } : {} } as const;
}

/** Named one by one up to this many; more are one line. */
const NAMED = 2;

/** One for each network where the outcome is unknown. */
function unknownNeeds({ unknown, figures }: OverviewWorkspace): Need[] {
  const needs = unknown.edges.flatMap(({ node: { id: jobId, draft, publications } }) =>
    publications
      .filter(({ state }) => state === 'UNKNOWN')
      .map(
        ({ id, platform: { label: platform } }): Need => ({
          key: id,
          tone: 'wait',
          what: texts.needs.unknown({ title: draft.title }),
          why: texts.needs.unknownWhy({ platform }),
          link: { to: '/jobs/$jobId', params: { jobId }, label: texts.needs.unknownDo },
        }),
      ),
  );
  const named = needs.slice(0, figures.unknown > NAMED + 1 ? NAMED : figures.unknown);
  const others = figures.unknown - named.length;
  if (others <= 0) return named;
  return [
    ...named,
    {
      key: 'unknown others',
      tone: 'wait',
      what: texts.needs.unknownOthers({ count: others }),
      link: { ...postsWith({ unknown: others }), label: texts.needs.all },
    },
  ];
}

/** As of the first notice of an access that ends. */
const ENDING_MS = 7 * 24 * 3_600_000;

function connectionNeeds({ connections }: OverviewWorkspace, now: Date): Need[] {
  return connections.flatMap(({ id, handle, health, accessEndsAt, platform: { label: platform } }): Need | [] => {
    const link = { to: '/connections', label: texts.needs.brokenDo } as const;
    if (health !== 'HEALTHY') return { key: id, tone: 'bad', what: texts.needs.broken({ platform, handle }), link };
    if (!accessEndsAt || Date.parse(accessEndsAt) - now.getTime() > ENDING_MS) return [];
    return { key: id, tone: 'wait', what: texts.needs.ending({ platform, handle }), link };
  });
}

const WAYS: Partial<Record<GateViewFragment['gate'], Need['link']>> = {
  CONNECTION: { to: '/connections', label: texts.needs.connect },
  CREDITS: { to: '/credits', label: texts.needs.creditsDo },
  PERMISSION: { to: '/agents', label: texts.needs.agents },
};

/** Approved posts that are held, grouped by reason. */
function heldBackNeeds({ heldBack, figures }: OverviewWorkspace): Need[] {
  if (figures.heldBack === 0) return [];
  const held = heldBack.edges.map(({ node: { id, readiness } }) => ({ id, gate: shutGate(readiness.gates) }));
  const groups = [...Map.groupBy(held, ({ gate }) => gate?.message ?? '')].map(([message, jobs]): Need => {
    const [first] = jobs;
    const way = first?.gate && jobs.length > 1 ? WAYS[first.gate.gate] : undefined;
    return {
      key: `held ${message}`,
      tone: 'wait',
      what: texts.needs.held({ count: jobs.length }),
      ...(message ? { why: message } : {}),
      link: way ?? { to: '/jobs/$jobId', params: { jobId: first?.id ?? '' }, label: texts.needs.look },
    };
  });
  // More than were read: they are named all the same.
  const others = figures.heldBack - held.length;
  if (others <= 0) return groups;
  return [
    ...groups,
    {
      key: 'held others',
      tone: 'wait',
      what: texts.needs.heldOthers({ count: others }),
      link: { ...postsWith({ heldBack: others }), label: texts.needs.all },
    },
  ];
}

/** Proposed standing approvals; reviewed with a replay where people decide. */
function proposals({ standingApprovals }: OverviewWorkspace): Need[] {
  return standingApprovals
    .filter(({ state, viewerCanDecide }) => state === 'PROPOSED' && viewerCanDecide)
    .map(({ id, agentName, signed, decided }) => ({
      key: id,
      tone: 'quiet',
      what: texts.needs.proposal({ agent: agentName }),
      why: standing.proposed({ signed, decided }),
      link: { to: '/approvals/{-$approvalId}', params: { approvalId: undefined }, hash: id, label: standing.look },
    }));
}

function failures({ failed, figures }: OverviewWorkspace): Need[] {
  if (figures.failed === 0) return [];
  const named = failed.edges.map(({ node: { id, draft, publications } }): Need => {
    const reason = publications.find(({ failureMessage }) => failureMessage);
    return {
      key: id,
      tone: 'bad',
      what: texts.needs.failed({ title: draft.title }),
      ...(reason?.failureMessage ? { on: reason.platform.label, why: reason.failureMessage } : {}),
      link: { to: '/jobs/$jobId', params: { jobId: id }, label: texts.needs.look },
    };
  });
  const others = figures.failed - named.length;
  if (others <= 0) return named;
  return [
    ...named,
    {
      key: 'failed others',
      tone: 'bad',
      what: texts.needs.failedOthers({ count: others }),
      link: { ...postsWith({ failed: others }), label: texts.needs.all },
    },
  ];
}
