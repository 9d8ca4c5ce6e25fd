import type { Context } from '../../context.ts';
import { cursorsOf } from '../../db/cursors.ts';
import { findPage, type Page, type PageRequest } from '../../db/keyset-page.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type PersonActor, requirePerson, requireWorkspace, roleIn } from '../authorise.ts';
import type { Workspace } from '../workspace.entity.ts';
import { Notice } from './notice.entity.ts';

/** What the person is told in an account, and of the service as an operator, newest first; null for whoever is not one of its people. */
export async function listNotices(ctx: Context, accountId: string, request: PageRequest): Promise<Page<Notice> | null> {
  if (ctx.actor.kind !== 'user' || !roleIn(ctx, accountId)) return null;
  const { userId } = ctx.actor;
  return findPage(
    ctx.em,
    Notice,
    { userId, ...of(ctx.actor, accountId) },
    {
      ...request,
      cursors: cursorsOf(ctx, 'notices', `${accountId} ${userId}`),
      order: 'desc',
    },
  );
}

/** One that the person was told; null for everybody else's. */
export async function findNotice({ em, actor }: Context, id: string): Promise<Notice | null> {
  return actor.kind === 'user' ? em.findOne(Notice, { id, userId: actor.userId, ...of(actor, ...actor.roles.keys()) }) : null;
}

/** Whoever is no operator any more is not shown what operators were told. */
const of = ({ isOperator }: PersonActor, ...accountIds: string[]) => {
  const accountId = { $in: accountIds };
  return isOperator ? { $or: [{ accountId }, { accountId: null }] } : { accountId };
};

/** What was on the screen: the oldest of it, and the newest. */
export interface SeenNotices {
  workspaceId: string;
  fromId: string;
  upToId: string;
}

/** Marks what the person is told in the workspace's account as seen, from one notice to another. Doing it twice changes nothing. */
export async function markNoticesSeen(ctx: Context, input: SeenNotices): Promise<Workspace> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'read');
  const person = requirePerson(ctx);
  await ctx.em.nativeUpdate(
    Notice,
    { userId: person.userId, ...of(person, workspace.accountId), id: { $gte: input.fromId, $lte: input.upToId }, seenAt: null },
    { seenAt: ctx.clock.now() },
  );
  return workspace;
}
