import { Agent } from '../../access/grants/agent.entity.ts';
import { Grant } from '../../access/grants/grant.entity.ts';
import { Membership } from '../../access/membership.entity.ts';
import type { Context } from '../../context.ts';
import { usedByGrants } from '../../credits/credit-queries.ts';
import type { AgentSnapshot, AuthorSnapshot } from '../gates/gate-snapshot.ts';
import type { GrantOfSubject } from './load-co-authors.ts';
import { startOfMonth } from './start-of-month.ts';
import type { Subject } from './subject.ts';

export interface SubjectAuthors {
  /** Who asked. */
  author: AuthorSnapshot;
  /** The other agents whose words are in it. */
  coAuthors: AgentSnapshot[];
}

/** Who asked for each subject, whose words are in it, and what they may do now, by subject id. At the most five queries, however many. */
export async function loadAuthors(
  ctx: Context,
  subjects: readonly Subject[],
  grantsOf: ReadonlyMap<string, GrantOfSubject[]>,
): Promise<Map<string, SubjectAuthors>> {
  const judge = await loadJudge(ctx, subjects, grantsOf);
  const roles = await loadRoles(ctx, subjects);
  return new Map(
    subjects.map((subject): [string, SubjectAuthors] => {
      const others = (grantsOf.get(subject.id) ?? []).filter(({ grantId }) => grantId !== subject.grantId);
      const person: AuthorSnapshot =
        subject.userId === null
          ? { kind: 'nobody' }
          : { kind: 'person', role: roles.get(`${subject.userId}/${subject.accountId}`) ?? null };
      return [
        subject.id,
        {
          author: (subject.grantId === null ? null : judge(subject, subject.grantId)) ?? person,
          coAuthors: others.flatMap(({ grantId }) => judge(subject, grantId) ?? []),
        },
      ];
    }),
  );
}

async function loadRoles(ctx: Context, subjects: readonly Subject[]) {
  const userIds = [...new Set(subjects.flatMap(({ userId }) => userId ?? []))];
  const memberships = userIds.length === 0 ? [] : await ctx.em.find(Membership, { userId: { $in: userIds } }, { refresh: true });
  return new Map(memberships.map(({ userId, accountId, role }) => [`${userId}/${accountId}`, role]));
}

/** How a grant stands towards a subject; null for one that is gone. */
async function loadJudge(ctx: Context, subjects: readonly Subject[], grantsOf: ReadonlyMap<string, GrantOfSubject[]>) {
  const now = ctx.clock.now();
  const named = subjects.flatMap(({ id, grantId }) => [...(grantId ? [grantId] : []), ...(grantsOf.get(id) ?? []).map((of) => of.grantId)]);
  const grantIds = [...new Set(named)];
  const granted = grantIds.length === 0 ? [] : await ctx.em.find(Grant, { id: { $in: grantIds } }, { refresh: true });
  const grants = new Map(granted.map((grant) => [grant.id, grant]));
  const agents = granted.length === 0 ? [] : await ctx.em.find(Agent, { id: { $in: granted.map(({ agentId }) => agentId) } });
  const agentNames = new Map(agents.map(({ id, name }) => [id, name]));
  const used = await usedByGrants(
    ctx,
    grantIds.filter((id) => grants.get(id)?.creditsPerMonth != null),
    startOfMonth(now),
  );
  const jobsBefore = await countJobsBefore(ctx, subjects, grantsOf, (grantId) => grants.get(grantId)?.jobsPerDay != null);
  return (subject: Subject, grantId: string): AgentSnapshot | null => {
    const grant = grants.get(grantId);
    if (!grant) return null;
    return {
      kind: 'agent',
      grantId,
      agentName: agentNames.get(grant.agentId) ?? 'the agent',
      grantState: grant.state === 'active' && grant.expiresAt && grant.expiresAt <= now ? 'expired' : grant.state,
      isPaused: grant.pausedAt != null,
      scopes: grant.scopes,
      isSandboxOnly: grant.isSandboxOnly,
      jobsPerDay: grant.jobsPerDay ?? null,
      jobsBefore: jobsBefore.get(`${subject.id}/${grantId}`) ?? 0,
      creditsPerMonth: grant.creditsPerMonth ?? null,
      creditsThisMonth: used.get(grant.id) ?? 0,
    };
  };
}

/** A job is a job of everybody whose words are in it, from the day on which they joined it or it was queued. Cancelled ones do not count. */
const COUNT_JOBS = `
  select s.id, s.grant_id, count(distinct j.id)::int as jobs
  from json_to_recordset(?::json)
    as s (id text, grant_id text, workspace_id text, draft_id text, job_id text, author_id text, since timestamptz)
  join workspaces w on w.id = s.workspace_id
  cross join lateral (select date_trunc('day', s.since at time zone w.time_zone) at time zone w.time_zone as began) today
  join draft_authors a on a.grant_id = s.grant_id and a.since >= today.began
  join drafts d on d.id = a.draft_id
  join publish_jobs j on j.draft_id = a.draft_id and j.state <> 'cancelled'
    and (j.created_at >= today.began or j.superseded_by is null)
    and (a.revision > d.vouched_revision or j.grant_id = a.grant_id)
  where s.job_id is null
    or case when j.draft_id = s.draft_id then j.id < s.job_id else (a.since, a.id) < (s.since, s.author_id) end
  group by s.id, s.grant_id`;

/** Jobs that each limited grant of a subject had before it on the same day of the workspace, by both ids. */
async function countJobsBefore(
  ctx: Context,
  subjects: readonly Subject[],
  grantsOf: ReadonlyMap<string, GrantOfSubject[]>,
  isLimited: (grantId: string) => boolean,
): Promise<Map<string, number>> {
  const wanted = subjects.flatMap(({ id, grantId, workspaceId, draftId, createdAt, jobId }) => {
    const own = { id, workspace_id: workspaceId, draft_id: draftId, job_id: jobId };
    const grants = grantsOf.get(id) ?? [];
    const isKnown = grants.some((of) => of.grantId === grantId);
    return [
      ...(grantId && !isKnown ? [{ ...own, grant_id: grantId, author_id: '', since: createdAt }] : []),
      ...grants.map((of) => ({ ...own, grant_id: of.grantId, author_id: of.authorId, since: jobId === null ? createdAt : of.since })),
    ].filter(({ grant_id }) => isLimited(grant_id));
  });
  if (wanted.length === 0) return new Map();
  const rows = await ctx.em.execute<{ id: string; grant_id: string; jobs: number }[]>(COUNT_JOBS, [JSON.stringify(wanted)]);
  return new Map(rows.map(({ id, grant_id, jobs }) => [`${id}/${grant_id}`, jobs]));
}
