import type { Context } from '../../context.ts';
import { findPage, type Page, type PageRequest } from '../../db/keyset-page.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { requirePerson, requireWorkspace, roleIn } from '../authorise.ts';
import type { Workspace } from '../workspace.entity.ts';
import { Notice } from './notice.entity.ts';

/** What the person is told in an account, newest first; null for whoever is not one of its people. */
export async function listNotices(ctx: Context, accountId: string, request: PageRequest): Promise<Page<Notice> | null> {
  if (ctx.actor.kind !== 'user' || !roleIn(ctx, accountId)) return null;
  return findPage(ctx.em, Notice, { accountId, userId: ctx.actor.userId }, { ...request, order: 'desc' });
}

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
  const { userId } = requirePerson(ctx);
  const { accountId } = workspace;
  await ctx.em.nativeUpdate(
    Notice,
    { accountId, userId, id: { $gte: input.fromId, $lte: input.upToId }, seenAt: null },
    { seenAt: ctx.clock.now() },
  );
  return workspace;
}
