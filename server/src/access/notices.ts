import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { cursorsOf, cutPage, findPage, type Page, type PageRequest, pageLimit } from '../db/keyset-page.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, COUNT, literal, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { LocalizedMessage } from '../languages/sentence.ts';
import { toStoredMessage } from '../languages/stored-message.ts';
import { newId } from '../new-id.ts';
import { type PersonActor, requirePerson, requireWorkspace, roleIn } from './authorise.ts';
import { Notice, type NoticeKind, type OperatorKind, ServiceMatter } from './notice.entity.ts';
import { User } from './user.entity.ts';
import type { Workspace } from './workspace.entity.ts';

/**
 * The person's notices in an account, and those for operators if they are one, newest first; null if they are not a
 * member.
 */
export async function listNotices(
  ctx: Context,
  accountId: string,
  { batchId = null, ...request }: PageRequest & { batchId?: string | null },
): Promise<Page<Notice> | null> {
  if (ctx.actor.kind !== 'user' || !roleIn(ctx, accountId)) return null;
  const { userId } = ctx.actor;
  const inBatch = batchId ? [{ $or: [{ id: batchId }, { batchId }] }] : [];
  return findPage(
    ctx.em,
    Notice,
    { $and: [{ userId }, of(ctx.actor, accountId), ...inBatch] },
    {
      ...request,
      cursors: cursorsOf(ctx, 'notices', [accountId, userId, ...(batchId ? [batchId] : [])].join(' ')),
      order: 'desc',
    },
  );
}

/** Notices of a batch, as one row of the list. */
export interface NoticeBatch {
  id: string;
  newest: Notice;
  count: number;
  unseenCount: number;
}

interface NoticeFilter {
  /** The kinds to include; empty for all. */
  kinds?: readonly NoticeKind[];
  /** Only requests of this agent. */
  agentId?: string | null;
}

/** As above, in batches: one row per agent and hour. Two queries, however many notices. */
export async function listNoticeBatches(
  ctx: Context,
  accountId: string,
  request: PageRequest & NoticeFilter,
): Promise<Page<NoticeBatch> | null> {
  if (ctx.actor.kind !== 'user' || !roleIn(ctx, accountId)) return null;
  const { userId, isOperator } = ctx.actor;
  const { kinds = [], agentId = null, cursor } = request;
  const cursors = cursorsOf(ctx, 'notice batches', `${accountId} ${userId}`);
  const limit = pageLimit(request);
  const batch = sql<string>`coalesce(n.batch_id, n.id)`;
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('notices as n')
      .select([
        batch.as('id'),
        sql<string>`max(n.id)`.as('newest_id'),
        COUNT,
        sql<number>`count(*) filter (where n.seen_at is null)::int`.as('unseen_count'),
      ])
      .where('n.user_id', '=', userId)
      .where(({ eb, or }) => or([eb('n.account_id', '=', accountId), ...(isOperator ? [eb('n.account_id', 'is', null)] : [])]))
      .$if(kinds.length > 0, (notices) => notices.where('n.kind', '=', anyOf(kinds)))
      .$if(agentId !== null, (notices) => notices.where('n.agent_id', '=', agentId))
      .$if(Boolean(cursor), (notices) => notices.where(batch, '<', cursors.read(cursor ?? '')))
      .groupBy(sql`1`)
      .orderBy(sql`1`, 'desc')
      .limit(limit + 1),
  );
  const newest = rows.length > 0 ? await ctx.em.find(Notice, { id: { $in: rows.map(({ newest_id: id }) => id) } }) : [];
  const byId = new Map(newest.map((notice) => [notice.id, notice]));
  const batches = rows.flatMap(({ id, newest_id: newestId, count, unseen_count: unseenCount }) => {
    const notice = byId.get(newestId);
    return notice ? [{ id, newest: notice, count, unseenCount }] : [];
  });
  return cutPage(batches, limit, ({ id }) => cursors.of(id));
}

/** One of the person's own notices; null otherwise. */
export async function findNotice({ em, actor }: Context, id: string): Promise<Notice | null> {
  return actor.kind === 'user' ? em.findOne(Notice, { id, userId: actor.userId, ...of(actor, ...actor.roles.keys()) }) : null;
}

/** Former operators no longer see operator notices. */
const of = ({ isOperator }: PersonActor, ...accountIds: string[]) => {
  const accountId = { $in: accountIds };
  return isOperator ? { $or: [{ accountId }, { accountId: null }] } : { accountId };
};

/** The notices on a displayed screen. */
interface SeenNotices {
  workspaceId: string;
  /** The oldest; null for everything up to `upToId`. */
  fromId?: string | null;
  /** The newest of a range; null for none. */
  upToId?: string | null;
  /** The newest notices of batches: each marks its batch up to it. */
  shownIds?: readonly string[];
}

const MOST_SHOWN = 100;

/** Marks the person's notices in the workspace's account as seen; idempotent. */
export async function markNoticesSeen(
  ctx: Context,
  { workspaceId, fromId = null, upToId = null, shownIds = [] }: SeenNotices,
): Promise<Workspace> {
  assertTransaction(ctx);
  if (shownIds.length > MOST_SHOWN)
    throw new DomainError('bad_user_input', { message: `shownIds takes at most ${MOST_SHOWN} notices, not ${shownIds.length}.` });
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  const person = requirePerson(ctx);
  const own = { userId: person.userId, ...of(person, workspace.accountId), seenAt: null };
  const seenAt = ctx.clock.now();
  if (upToId) await ctx.em.nativeUpdate(Notice, { ...own, id: { $lte: upToId, ...(fromId ? { $gte: fromId } : {}) } }, { seenAt });
  if (shownIds.length === 0) return workspace;
  await query(
    ctx.em,
    tables
      .updateTable('notices as n')
      .from('notices as shown')
      .set({ seen_at: seenAt })
      .where('shown.id', '=', anyOf(shownIds))
      .where('shown.user_id', '=', person.userId)
      .where(({ eb, or }) =>
        or([eb('shown.account_id', '=', workspace.accountId), ...(person.isOperator ? [eb('shown.account_id', 'is', null)] : [])]),
      )
      .whereRef('n.user_id', '=', 'shown.user_id')
      .whereRef('n.account_id', 'is not distinct from', 'shown.account_id')
      .where(sql<boolean>`coalesce(n.batch_id, n.id) = coalesce(shown.batch_id, shown.id)`)
      .whereRef('n.id', '<=', 'shown.id')
      .where('n.seen_at', 'is', null),
  );
  return workspace;
}

/** Prefix of the ids of alerts that come from a network's refusal of the service, not from a health check. */
export const REPORTED = 'network:';

/** A problem of the service; `id` as in ServiceMatter. */
export interface OperatorAlert {
  id: string;
  kind: OperatorKind;
  message: LocalizedMessage;
}

/** Opens an operator alert or updates its message. With the owner role, as it belongs to no account. */
export async function openAlert(em: EntityManager, { id, kind, message }: OperatorAlert, now: Date): Promise<void> {
  const kept = toStoredMessage(message);
  await query(
    em,
    tables
      .insertInto('service_matters')
      .values({ id, kind, message: kept.message, sentence: sql`${kept.sentence && JSON.stringify(kept.sentence)}::jsonb`, opened_at: now })
      .onConflict((on) =>
        on.column('id').doUpdateSet(({ ref }) => ({
          message: ref('excluded.message'),
          sentence: ref('excluded.sentence'),
          ended_at: null,
          opened_at: sql<Date>`case when service_matters.ended_at is null then service_matters.opened_at else excluded.opened_at end`,
        })),
      ),
  );
}

/** Ends an operator alert and clears its notices. No effect if it is not open. */
export async function endAlert(em: EntityManager, id: string, now: Date): Promise<void> {
  const ended = await em.nativeUpdate(ServiceMatter, { id, endedAt: null }, { endedAt: now });
  if (ended > 0) await forgetOperatorNotices(em, id, now);
}

/** Marks the operators' notices about a resolved alert as seen. */
export async function forgetOperatorNotices(em: EntityManager, subjectId: string, now: Date): Promise<void> {
  await em.nativeUpdate(Notice, { subjectId, accountId: null, seenAt: null }, { seenAt: now });
}

/**
 * Adds a notice for each operator, in the same transaction; returns their number. `except`: the operator who caused
 * it.
 */
export async function addOperatorNotices(
  tx: Context,
  { kind, message, subjectId, except = null }: Omit<OperatorAlert, 'id'> & { subjectId: string; except?: string | null },
): Promise<number> {
  const operators = await tx.em.find(User, { isOperator: true }, { orderBy: { id: 'asc' } });
  const createdAt = tx.clock.now();
  const rows = operators
    .filter(({ id }) => id !== except)
    .map(({ id: userId }) => ({ id: newId('ntc'), accountId: null, userId, kind, subjectId, ...toStoredMessage(message), createdAt }));
  if (rows.length > 0) await tx.em.insertMany(Notice, rows);
  return operators.length;
}

/** Adds a notice for an account's owners, in the same transaction. The worker sends mail and push (notices/). */
export async function addNotice(
  ctx: Context,
  { message, ...about }: { accountId: string; kind: NoticeKind; message: LocalizedMessage },
): Promise<void> {
  assertTransaction(ctx);
  const owners = await query(
    ctx.em,
    tables
      .selectFrom('memberships')
      .select('user_id')
      .where('account_id', '=', about.accountId)
      .where('role', '=', literal('owner'))
      .orderBy('user_id'),
  );
  const createdAt = ctx.clock.now();
  const rows = owners.map(({ user_id: userId }) => ({ id: newId('ntc'), ...about, ...toStoredMessage(message), userId, createdAt }));
  if (rows.length > 0) await ctx.em.insertMany(Notice, rows);
}
