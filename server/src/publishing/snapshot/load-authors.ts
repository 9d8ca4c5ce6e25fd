import { sql } from 'kysely';
import type { Role, Scope } from '../../access/actor.ts';
import { type Grant, stateOfGrant } from '../../access/grants/grant.entity.ts';
import type { Context } from '../../context.ts';
import { usedByGrants } from '../../credits/credit-queries.ts';
import { type Part, partOf } from '../../db/read-together.ts';
import { NO_IDS, query } from '../../db/reading/query.ts';
import { anyOf, literal, type Places, prepared, tables } from '../../db/tables.ts';
import type { AgentSnapshot, AuthorSnapshot } from '../gates/gate-snapshot.ts';
import type { GrantOfSubject } from './load-co-authors.ts';
import type { Subject, SubjectIds } from './subject.ts';

interface SubjectAuthors {
  /** The author of the submission. */
  author: AuthorSnapshot;
  /** The other agents with content in it. */
  coAuthors: AgentSnapshot[];
}

interface GrantRow {
  id: string;
  state: Grant['state'];
  expires_at: string | null;
  is_paused: boolean;
  scopes: Scope[];
  is_sandbox_only: boolean;
  jobs_per_day: number | null;
  credits_per_month: number | null;
  agent_name: string;
}

const GRANTS = prepared(({ grants, drafts }: Places<Pick<SubjectIds, 'grants' | 'drafts'>>) =>
  tables
    .selectFrom('grants as g')
    .innerJoin('agents as ag', 'ag.id', 'g.agent_id')
    .select([
      'g.id',
      'g.state',
      'g.expires_at',
      'g.scopes',
      'g.is_sandbox_only',
      'g.jobs_per_day',
      'g.credits_per_month',
      'ag.name as agent_name',
    ])
    .select(({ eb }) => eb('g.paused_at', 'is not', null).as('is_paused'))
    .where('g.id', 'in', ({ selectFrom }) =>
      selectFrom('draft_authors as a')
        .select('a.grant_id')
        .where('a.draft_id', '=', anyOf(drafts))
        .where('a.grant_id', 'is not', null)
        .$narrowType<{ grant_id: string }>()
        .union(tables.selectNoFrom(sql<string>`unnest(${grants}::text[])`.as('grant_id'))),
    ),
);

/** The submitting grants, and those with content in the subjects' drafts. */
export const grantsPart = (ids: SubjectIds): Part<GrantRow> => partOf(GRANTS(ids));

interface RoleRow {
  user_id: string;
  account_id: string;
  role: Role;
}

const ROLES = prepared(({ people }: Places<Pick<SubjectIds, 'people'>>) =>
  tables.selectFrom('memberships').select(['user_id', 'account_id', 'role']).where('user_id', '=', anyOf(people)),
);

/** The roles of submitting people. */
export const rolesPart = (ids: SubjectIds): Part<RoleRow> | null => (ids.people === NO_IDS ? null : partOf(ROLES(ids)));

interface AuthorSources {
  grantsOf: ReadonlyMap<string, GrantOfSubject[]>;
  grants: readonly GrantRow[];
  roles: readonly RoleRow[];
}

/**
 * Each subject's author and contributors with their current permissions, by subject id. One more query for each kind
 * of limit among the grants.
 */
export async function loadAuthors(
  ctx: Context,
  subjects: readonly Subject[],
  { grantsOf, grants, roles: memberships }: AuthorSources,
): Promise<Map<string, SubjectAuthors>> {
  const judge = await loadJudge(ctx, subjects, { grantsOf, grants });
  const roles = new Map(memberships.map(({ user_id: userId, account_id: accountId, role }) => [`${userId}/${accountId}`, role]));
  return new Map(
    subjects.map((subject): [string, SubjectAuthors] => {
      const others = (grantsOf.get(subject.id) ?? []).filter(({ grantId }) => grantId !== subject.grantId);
      const person: AuthorSnapshot =
        subject.userId === null ? { kind: 'gone' } : { kind: 'person', role: roles.get(`${subject.userId}/${subject.accountId}`) ?? null };
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

/** Evaluates a grant for a subject; null for a deleted grant. */
async function loadJudge(ctx: Context, subjects: readonly Subject[], { grantsOf, grants: granted }: Omit<AuthorSources, 'roles'>) {
  const now = ctx.clock.now();
  const named = subjects.flatMap(({ id, grantId }) => [...(grantId ? [grantId] : []), ...(grantsOf.get(id) ?? []).map((of) => of.grantId)]);
  const grants = new Map(granted.map((grant) => [grant.id, grant]));
  const used = await usedByGrants(
    ctx,
    [...new Set(named)].filter((id) => grants.get(id)?.credits_per_month != null),
    startOfMonth(now),
  );
  const jobsBefore = await countJobsBefore(ctx, subjects, grantsOf, (grantId) => grants.get(grantId)?.jobs_per_day != null);
  return (subject: Subject, grantId: string): AgentSnapshot | null => {
    const grant = grants.get(grantId);
    if (!grant) return null;
    return {
      kind: 'agent',
      grantId,
      agentName: grant.agent_name,
      grantState: stateOfGrant({ state: grant.state, expiresAt: grant.expires_at ? new Date(grant.expires_at) : null }, now),
      isPaused: grant.is_paused,
      scopes: grant.scopes,
      isSandboxOnly: grant.is_sandbox_only,
      jobsPerDay: grant.jobs_per_day,
      jobsBefore: jobsBefore.get(`${subject.id}/${grantId}`) ?? 0,
      creditsPerMonth: grant.credits_per_month,
      creditsThisMonth: used.get(grant.id) ?? 0,
    };
  };
}

/**
 * A job counts for each contributor from the day on which they contributed or it was queued. Cancelled ones do not
 * count.
 */
const COUNT_JOBS = prepared(({ asked }: Places<{ asked: string }>) =>
  tables
    .selectFrom(sql<AskedGrant>`json_to_recordset(${asked}::json)`.as<'s'>(ASKED_GRANTS))
    .innerJoin('grants as g', 'g.id', 's.grant_id')
    .innerJoin('workspaces as w', 'w.id', 'g.workspace_id')
    .crossJoinLateral(
      tables.selectNoFrom(sql<Date>`date_trunc('day', s.since at time zone w.time_zone) at time zone w.time_zone`.as('began')).as('today'),
    )
    .innerJoin('draft_authors as a', (join) => join.onRef('a.grant_id', '=', 's.grant_id').onRef('a.since', '>=', 'today.began'))
    .innerJoin('drafts as d', 'd.id', 'a.draft_id')
    .innerJoin('publish_jobs as j', (join) =>
      join
        .onRef('j.draft_id', '=', 'a.draft_id')
        .on('j.state', '<>', literal('cancelled'))
        .on(({ eb, or, ref }) => or([eb('j.created_at', '>=', ref('today.began')), eb('j.superseded_by', 'is', null)]))
        .on(({ eb, or, ref }) => or([eb('a.revision', '>', ref('d.vouched_revision')), eb('j.grant_id', '=', ref('a.grant_id'))])),
    )
    .select(['s.id', 's.grant_id', sql<number>`count(distinct j.id)::int`.as('jobs')])
    .where(
      sql<boolean>`s.job_id is null or case when j.draft_id = s.draft_id then j.id < s.job_id else (a.since, a.id) < (s.since, s.author_id) end`,
    )
    .groupBy(['s.id', 's.grant_id']),
);

interface AskedGrant {
  id: string;
  grant_id: string;
  /** Null with `job_id`: as if one more job were submitted now. */
  draft_id: string | null;
  job_id: string | null;
  author_id: string;
  since: Date;
}

const ASKED_GRANTS = sql`s (id text, grant_id text, draft_id text, job_id text, author_id text, since timestamptz)`;

/** Jobs that each limited grant of a subject had before it on the same day of the workspace, by both ids. */
async function countJobsBefore(
  ctx: Context,
  subjects: readonly Subject[],
  grantsOf: ReadonlyMap<string, GrantOfSubject[]>,
  isLimited: (grantId: string) => boolean,
): Promise<Map<string, number>> {
  const wanted = subjects.flatMap(({ id, grantId, draftId, createdAt, jobId }) => {
    const own = { id, draft_id: draftId, job_id: jobId };
    const grants = grantsOf.get(id) ?? [];
    const isKnown = grants.some((of) => of.grantId === grantId);
    return [
      ...(grantId && !isKnown ? [{ ...own, grant_id: grantId, author_id: '', since: createdAt }] : []),
      ...grants.map((of) => ({ ...own, grant_id: of.grantId, author_id: of.authorId, since: jobId === null ? createdAt : of.since })),
    ].filter(({ grant_id }) => isLimited(grant_id));
  });
  if (wanted.length === 0) return new Map();
  const rows = await query(ctx.em, COUNT_JOBS({ asked: JSON.stringify(wanted satisfies AskedGrant[]) }));
  return new Map(rows.map(({ id, grant_id, jobs }) => [`${id}/${grant_id}`, jobs]));
}

/** When the month of `now` began, in UTC: the start of a grant's monthly limit. */
export function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** A grant's usage of its limits. */
export interface GrantUsage {
  /** Today's publish jobs, by the workspace's day, that it submitted or contributed to; without cancelled ones. */
  jobsToday: number;
  /** Credits reserved or used since the first of the month. */
  creditsThisMonth: number;
}

/** Each grant's usage so far, as the permission gate counts it. Two queries, however many grants. */
export async function usageOfGrants(ctx: Context, grantIds: readonly string[]): Promise<Map<string, GrantUsage>> {
  const now = ctx.clock.now();
  const credits = await usedByGrants(ctx, grantIds, startOfMonth(now));
  const asked = grantIds.map((id): AskedGrant => ({ id, grant_id: id, draft_id: null, job_id: null, author_id: '', since: now }));
  const jobs = new Map((await query(ctx.em, COUNT_JOBS({ asked: JSON.stringify(asked) }))).map((row) => [row.id, row.jobs]));
  return new Map(grantIds.map((id) => [id, { jobsToday: jobs.get(id) ?? 0, creditsThisMonth: credits.get(id) ?? 0 }]));
}
