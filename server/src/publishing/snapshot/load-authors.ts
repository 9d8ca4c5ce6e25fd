import { Agent } from '../../access/agent.entity.ts';
import { Grant } from '../../access/grant.entity.ts';
import { Membership } from '../../access/membership.entity.ts';
import type { Context } from '../../context.ts';
import { usedByGrants } from '../../credits/credit-queries.ts';
import type { AuthorSnapshot } from '../gates/gate-snapshot.ts';
import { startOfMonth } from './start-of-month.ts';
import type { Subject } from './subject.ts';

/** Who asked for each subject and what they may do now, by subject id. At the most five queries, however many. */
export async function loadAuthors(ctx: Context, subjects: readonly Subject[]): Promise<Map<string, AuthorSnapshot>> {
  const now = ctx.clock.now();
  const grantIds = [...new Set(subjects.flatMap(({ grantId }) => grantId ?? []))];
  const userIds = [...new Set(subjects.flatMap(({ userId }) => userId ?? []))];
  const granted = grantIds.length === 0 ? [] : await ctx.em.find(Grant, { id: { $in: grantIds } }, { refresh: true });
  const grants = new Map(granted.map((grant) => [grant.id, grant]));
  const agents = granted.length === 0 ? [] : await ctx.em.find(Agent, { id: { $in: granted.map(({ agentId }) => agentId) } });
  const agentNames = new Map(agents.map(({ id, name }) => [id, name]));
  const memberships = userIds.length === 0 ? [] : await ctx.em.find(Membership, { userId: { $in: userIds } }, { refresh: true });
  const roles = new Map(memberships.map(({ userId, accountId, role }) => [`${userId}/${accountId}`, role]));
  const isLimited = (grantId: string | null, limit: 'jobsPerDay' | 'creditsPerMonth') => grants.get(grantId ?? '')?.[limit] != null;
  const counted = grantIds.filter((id) => isLimited(id, 'creditsPerMonth'));
  const used = await usedByGrants(ctx, counted, startOfMonth(now));
  const jobsBefore = await countJobsBefore(
    ctx,
    subjects.filter(({ grantId }) => isLimited(grantId, 'jobsPerDay')),
  );

  const authorOf = (subject: Subject): AuthorSnapshot => {
    const grant = subject.grantId === null ? undefined : grants.get(subject.grantId);
    if (!grant)
      return subject.userId === null
        ? { kind: 'nobody' }
        : { kind: 'person', role: roles.get(`${subject.userId}/${subject.accountId}`) ?? null };
    return {
      kind: 'agent',
      agentName: agentNames.get(grant.agentId) ?? 'the agent',
      grantState: grant.state === 'active' && grant.expiresAt && grant.expiresAt <= now ? 'expired' : grant.state,
      isPaused: grant.pausedAt != null,
      scopes: grant.scopes,
      isSandboxOnly: grant.isSandboxOnly,
      jobsPerDay: grant.jobsPerDay ?? null,
      jobsBefore: jobsBefore.get(subject.id) ?? 0,
      creditsPerMonth: grant.creditsPerMonth ?? null,
      creditsThisMonth: used.get(grant.id) ?? 0,
    };
  };
  return new Map(subjects.map((subject) => [subject.id, authorOf(subject)]));
}

/** Jobs that a subject's grant had made before it on the same day of the workspace. Cancelled ones do not count. */
async function countJobsBefore(ctx: Context, subjects: readonly Subject[]): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map();
  const rows = await ctx.em.execute<{ id: string; jobs: number }[]>(
    `select s.id, count(j.id)::int as jobs
     from json_to_recordset(?::json) as s (id text, grant_id text, workspace_id text, created_at timestamptz, job_id text)
     join workspaces w on w.id = s.workspace_id
     join publish_jobs j on j.grant_id = s.grant_id and j.state <> 'cancelled'
       and j.created_at >= date_trunc('day', s.created_at at time zone w.time_zone) at time zone w.time_zone
       and (s.job_id is null or j.id < s.job_id)
     group by s.id`,
    [
      JSON.stringify(
        subjects.map(({ id, grantId, workspaceId, createdAt, jobId }) => ({
          id,
          grant_id: grantId,
          workspace_id: workspaceId,
          created_at: createdAt,
          job_id: jobId,
        })),
      ),
    ],
  );
  return new Map(rows.map(({ id, jobs }) => [id, jobs]));
}
