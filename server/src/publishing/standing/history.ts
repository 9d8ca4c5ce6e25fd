import { type Deviation, matches } from '../../approvals/standing/matches.ts';
import type { TargetPost, TargetTemplate } from '../../approvals/standing/template.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { creditsOn, readSurcharges } from '../../credits/surcharges.ts';
import { hasLink } from '../../platforms/platform/charges.ts';
import type { Facet } from '../../platforms/platform.ts';

/** How far back decisions are considered: the longest duration of a standing approval. */
const HISTORY_DAYS = 90;
const MOST = 400;

/** The decision: signed unchanged, changed or sent back, or rejected. */
export type ReviewOutcome = 'signed' | 'changed' | 'refused';

/** One request of an agent that people have decided. */
export interface Decided {
  approvalId: string;
  /** The beginning of its source text. */
  words: string;
  askedAt: Date;
  /** The scheduled day in the workspace's time zone. */
  day: string;
  outcome: ReviewOutcome;
  targets: TargetPost[];
  /** Null for a person's content. */
  authors: (string | null)[];
  isAskedBefore: boolean;
  isRefusedBefore: boolean;
  hasFindings: boolean;
  /** Its cost today. */
  creditsNeeded: number;
}

/** The decisions on this agent's posts in a workspace, oldest first; the newest 400 at most. */
export async function decidedOf(ctx: Context, { workspaceId, agentId }: { workspaceId: string; agentId: string }): Promise<Decided[]> {
  const since = new Date(ctx.clock.now().getTime() - HISTORY_DAYS * DAY_MS);
  const surcharges = await readSurcharges(ctx);
  const rows = await ctx.em.execute<Row[]>(HISTORY, [workspaceId, agentId, since, MOST]);
  return rows.toReversed().map((row) => ({
    approvalId: row.id,
    words: row.words,
    askedAt: new Date(row.created_at),
    day: row.day,
    outcome: outcomeOf(row),
    targets: row.targets.map(({ facets: _facets, ...target }) => target),
    authors: [...row.agent_ids, ...(row.has_people ? [null] : [])],
    isAskedBefore: row.is_asked_before,
    isRefusedBefore: row.is_refused_before,
    hasFindings: row.has_findings,
    creditsNeeded: row.targets.reduce(
      (sum, { platform, facets }) => sum + creditsOn({ platform, hasLink: hasLink({ parts: [{ facets }] }) }, surcharges),
      0,
    ),
  }));
}

interface Row {
  id: string;
  words: string;
  created_at: Date | string;
  day: string;
  state: 'approved' | 'rejected' | 'changes_requested' | 'superseded';
  is_called_off: boolean;
  has_people: boolean;
  agent_ids: string[];
  targets: (TargetPost & { facets: Facet[] })[];
  is_asked_before: boolean;
  is_refused_before: boolean;
  has_findings: boolean;
}

function outcomeOf({ state, is_called_off: isCalledOff, has_people: hasPeople }: Row): ReviewOutcome {
  if (state === 'rejected' || isCalledOff) return 'refused';
  return state === 'approved' && !hasPeople ? 'signed' : 'changed';
}

/** A superseded request counts if a person's content replaced it. */
const HISTORY = `
  select a.id, a.words, a.created_at, (a.due_at at time zone w.time_zone)::date::text as day, a.state, a.agent_ids, a.has_findings,
    exists (select from publish_jobs j where j.draft_id = a.draft_id and j.content_hash = a.content_hash and j.is_refused) as is_called_off,
    exists (select from draft_authors o where o.draft_id = a.draft_id and o.user_id is not null and o.revision > 0
      and (a.state <> 'approved' or o.revision <= a.revision)) as has_people,
    exists (select from approvals e where e.draft_id = a.draft_id and e.id < a.id) as is_asked_before,
    exists (select from payloads own join payloads p on p.account_id = own.account_id and p.seen_hash = own.seen_hash
      where own.draft_id = a.draft_id and own.content_hash = a.content_hash and p.workspace_id = a.workspace_id and (
        exists (select from approvals r where r.draft_id = p.draft_id and r.content_hash = p.content_hash
          and r.state in ('rejected', 'changes_requested') and r.closed_at < a.created_at)
        or exists (select from publish_jobs j where j.draft_id = p.draft_id and j.content_hash = p.content_hash
          and j.is_refused and j.cancelled_at < a.created_at))) as is_refused_before,
    (select coalesce(json_agg(json_build_object('platform', p.platform, 'connectionId', p.connection_id, 'post', p.post,
        'facets', jsonb_path_query_array(p.preview, '$.parts[*].facets[*]')) order by p.position), '[]')
      from payloads p where p.draft_id = a.draft_id and p.content_hash = a.content_hash) as targets
  from approvals a join workspaces w on w.id = a.workspace_id
  where a.workspace_id = ? and a.agent_id = ? and a.created_at > ? and a.standing_id is null
    and (a.state in ('approved', 'rejected', 'changes_requested') or a.state = 'superseded' and exists (
      select from draft_authors o where o.draft_id = a.draft_id and o.user_id is not null and o.revision > a.revision))
  order by a.id desc limit ?`;

/** The approval to be signed. */
interface ReplayTerms {
  agentId: string;
  template: readonly TargetTemplate[];
  perDay: number;
  credits: number;
  /** Its duration in days. */
  days: number;
}

export interface Replayed {
  decided: Decided;
  /** Whether it would have been published without a review. */
  isLetThrough: boolean;
  /** Everything that would have prevented it. */
  reasons: Deviation[];
}

/**
 * Replays past decisions as if this had been signed as many days ago as it is to last: by the same rule, in order,
 * counting the limits. Pure.
 */
export function replay(mandate: ReplayTerms, history: readonly Decided[], now: Date): Replayed[] {
  const since = new Date(now.getTime() - mandate.days * DAY_MS);
  const terms = { ...mandate, endsAt: new Date(now.getTime() + 1), suspension: null };
  const perDay = new Map<string, number>();
  let creditsUsed = 0;
  return history
    .filter(({ askedAt }) => askedAt >= since)
    .map((decided) => {
      const { askedAt, day, creditsNeeded } = decided;
      const usedThatDay = perDay.get(day) ?? 0;
      const match = matches(terms, { ...decided, now: askedAt, isStopped: false, usedThatDay, creditsUsed });
      if (!match.allowed) return { decided, isLetThrough: false, reasons: match.reasons };
      perDay.set(day, usedThatDay + 1);
      creditsUsed += creditsNeeded;
      return { decided, isLetThrough: true, reasons: [] };
    });
}
