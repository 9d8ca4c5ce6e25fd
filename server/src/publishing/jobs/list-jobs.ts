import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import { requireWorkspace } from '../../access/authorise.ts';
import { Grant } from '../../access/grants/grant.entity.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { cursorsOf, cutPage, findPage, type Page, type PageRequest, pageLimit, searchQuery, searchWords } from '../../db/keyset-page.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import { checkPlatformFilter } from '../../drafts/check-draft-fields.ts';
import { hasWordsSql } from '../../drafts/draft-queries.ts';
import { PublishJob, type PublishJobState } from '../publish-job.entity.ts';
import { FAILURE_IS_NEWS_DAYS, hasUnknownSql } from './workspace-figures.ts';

/** Up to this many matches are sorted; with more, jobs are scanned in order, and the next match is never far. */
const FEW = 2_000;

/** Absent values do not filter. */
interface JobFilter {
  state?: PublishJobState | null;
  /** Jobs with a publication there. */
  platform?: string | null;
  /** Jobs with a published post; with a platform, one published there. */
  isOut?: boolean | null;
  /** With `isOut`: first published within this period. */
  wentOutFrom?: Date | null;
  wentOutBefore?: Date | null;
  /** Jobs in progress or due within a day, earliest first: those of the figure `goingOut`. */
  isGoingOut?: boolean | null;
  /** Jobs that failed in the last days, in whole or in part, the latest failure first: those of the figure `failed`. */
  isRecentFailure?: boolean | null;
  /** Jobs with a post whose outcome is unknown. */
  isUnknown?: boolean | null;
  /** Jobs that need no decision and still cannot be published. */
  isHeldBack?: boolean | null;
  /** Jobs that are held, being sent, sent or failed; without those that await a decision or were cancelled. */
  isSentOrHeld?: boolean | null;
  /** Jobs with a post whose removal was requested and awaits a signature. */
  isRemovalRequested?: boolean | null;
  /** Jobs submitted under any of the agent's grants. */
  agentId?: string | null;
  /** Jobs of drafts with this label. */
  label?: string | null;
  /** Words, or prefixes of words, of the source text. */
  search?: string | null;
}

/** A workspace's jobs, newest first; published, failed and due ones by the time of that. */
export async function listJobs(ctx: Context, workspaceId: string, request: PageRequest & JobFilter): Promise<Page<PublishJob>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  checkPlatformFilter(ctx, request);
  const { state, platform, isOut, isGoingOut, isRecentFailure, isUnknown, isHeldBack, isSentOrHeld, isRemovalRequested } = request;
  const { wentOutFrom: from, wentOutBefore: before, agentId, label, search } = request;
  const now = ctx.clock.now().getTime();
  const query = search ? searchQuery(searchWords(search)) : '';
  const further: FilterQuery<PublishJob>[] = [
    ...(isOut ? [{ wentOutAt: { $ne: null, ...(from && { $gte: from }), ...(before && { $lt: before }) } }] : []),
    ...(isGoingOut
      ? [
          { state: { $in: ['ready' as const, 'queued' as const, 'publishing' as const] } },
          { [IS_DUE_AT]: { $lte: new Date(now + DAY_MS) } },
          { [HAS_UNKNOWN]: false },
        ]
      : []),
    ...(isRecentFailure
      ? [
          { state: { $in: ['failed' as const, 'partially_published' as const] } },
          { updatedAt: { $gt: new Date(now - FAILURE_IS_NEWS_DAYS * DAY_MS) } },
        ]
      : []),
    ...(isUnknown ? [{ [isAmongUnknown(workspaceId)]: true }] : []),
    ...(isHeldBack ? [{ state: 'blocked' as const }, { [NEEDS_NO_DECISION]: true }] : []),
    ...(isSentOrHeld
      ? [{ state: { $ne: 'cancelled' as const } }, { $or: [{ state: { $ne: 'blocked' as const } }, { [NEEDS_NO_DECISION]: true }] }]
      : []),
    ...(isRemovalRequested ? [{ [hasRequestedRemoval(workspaceId)]: true }] : []),
    ...(label ? [{ [hasLabel(workspaceId, label)]: true }] : []),
    ...(query ? [{ [hasWords(workspaceId, query)]: true }] : []),
  ];
  const where: FilterQuery<PublishJob> = {
    workspaceId,
    ...(state ? { state } : {}),
    ...(further.length > 0 ? { $and: further } : {}),
    ...(agentId ? { grantId: { $in: await grantIdsOf(ctx, workspaceId, agentId) } } : {}),
  };
  const wanted: FilterQuery<PublishJob> = platform ? { $and: [where, await areOn(ctx, workspaceId, platform, isOut ?? false)] } : where;
  const order = isOut ? 'out' : isGoingOut ? 'due' : isRecentFailure ? 'failed' : null;
  if (order) return findByTime(ctx, workspaceId, wanted, request, ORDERS[order]);
  return findPage(ctx.em, PublishJob, wanted, { ...request, cursors: cursorsOf(ctx, 'publish jobs', workspaceId), order: 'desc' });
}

/** The lists in the order of a time; each has an index on the workspace, that time and the id. */
const ORDERS = {
  out: {
    list: 'posts that are out',
    order: 'desc',
    time: (job: string) => `${job}.went_out_at`,
    timeOf: (job: PublishJob) => job.wentOutAt,
  },
  due: { list: 'posts that are due', order: 'asc', time: dueAt, timeOf: (job: PublishJob) => job.scheduledAt },
  failed: {
    list: 'posts that failed',
    order: 'desc',
    time: (job: string) => `${job}.updated_at`,
    timeOf: (job: PublishJob) => job.updatedAt,
  },
} as const;

/** SQL: when a job is published, which is at once if it has no time. */
function dueAt(job: string): string {
  return `coalesce(${job}.scheduled_at, '-infinity')`;
}

/** One scan of that time's index, however many jobs there are. */
async function findByTime(
  ctx: Context,
  workspaceId: string,
  where: FilterQuery<PublishJob>,
  request: PageRequest,
  { list, order, time, timeOf }: (typeof ORDERS)[keyof typeof ORDERS],
): Promise<Page<PublishJob>> {
  const limit = pageLimit(request);
  const cursors = cursorsOf(ctx, list, workspaceId);
  const [id, at = '-infinity'] = request.cursor ? cursors.read(request.cursor).split(' ').reverse() : [];
  const isAfter = order === 'asc' ? '>' : '<';
  const after = id ? [{ [raw((job) => `((${time(job)}, ${job}.id) ${isAfter} (?::timestamptz, ?))`, [at, id])]: true }] : [];
  const rows = await ctx.em.find(
    PublishJob,
    { $and: [where, ...after] },
    { orderBy: [{ [raw(time)]: order }, { id: order }], limit: limit + 1 },
  );
  return cutPage(rows, limit, (job) => {
    const at = timeOf(job);
    return cursors.of(at ? `${at.toISOString()} ${job.id}` : job.id);
  });
}

const IS_DUE_AT = raw(dueAt);
const HAS_UNKNOWN = raw((job) => `(${hasUnknownSql(job)})`);

/** An array, read once: as a set, it would be compared with every job of the workspace. */
const isAmongUnknown = (workspaceId: string) =>
  raw(
    (job) => `(${job}.id = any(array(select p.job_id from publications p where p.workspace_id = ? and p.state = 'unknown')))`,
    [workspaceId],
  );

const NEEDS_NO_DECISION = raw(
  (job) => `(${job}.approval_id is null or (select a.state = 'approved' from approvals a where a.id = ${job}.approval_id))`,
);

const hasRequestedRemoval = (workspaceId: string) =>
  raw(
    (job) => `(${job}.id in (select p.job_id from publications p join retractions r on r.publication_id = p.id
      where r.workspace_id = ? and r.state = 'requested'))`,
    [workspaceId],
  );

const hasWords = (workspaceId: string, query: string) =>
  raw((job) => `(${job}.draft_id in (select d.id from drafts d where d.workspace_id = ? and ${hasWordsSql('d')}))`, [workspaceId, query]);

const hasLabel = (workspaceId: string, label: string) =>
  raw(
    (job) =>
      `(${job}.draft_id in (select d.id from drafts d where d.workspace_id = ? and cardinality(d.labels) > 0 and d.labels @> array[?::text]))`,
    [workspaceId, label],
  );

/** By ids if there are few: in list order, a rare platform would be searched for in every job of the workspace. */
async function areOn(ctx: Context, workspaceId: string, platform: string, isOut: boolean): Promise<FilterQuery<PublishJob>> {
  const isSo = `p.platform = ? and p.superseded_at is null${isOut ? " and p.state = 'published'" : ''}`;
  const found = await query(
    ctx.em,
    tables
      .selectFrom('publications as p')
      .select('p.job_id')
      .where('p.workspace_id', '=', workspaceId)
      .where('p.platform', '=', platform)
      .where('p.superseded_at', 'is', null)
      .$if(isOut, (published) => published.where('p.state', '=', literal('published')))
      .limit(literal(FEW + 1)),
  );
  if (found.length <= FEW) return { id: { $in: [...new Set(found.map(({ job_id }) => job_id))] } };
  // As a correlated subquery: as a set, PostgreSQL would read all publications for one page.
  return { [raw((job) => `(select true from publications p where p.job_id = ${job}.id and ${isSo} limit 1)`, [platform])]: true };
}

async function grantIdsOf(ctx: Context, workspaceId: string, agentId: string): Promise<string[]> {
  return (await ctx.em.find(Grant, { workspaceId, agentId }, { fields: ['id'] })).map(({ id }) => id);
}
