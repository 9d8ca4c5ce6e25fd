import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { requirePerson, requireWorkspace } from '../authorise.ts';
import type { Workspace } from '../workspace.entity.ts';
import { Notice } from './notice.entity.ts';
import { toldTo } from './notice-queries.ts';

/** Marks what the person is told in the workspace's account as seen, up to this notice. Doing it twice changes nothing. */
export async function markNoticesSeen(ctx: Context, input: { workspaceId: string; upToId: string }): Promise<Workspace> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'read');
  requirePerson(ctx);
  const told = toldTo(ctx, workspace.accountId);
  await ctx.em.nativeUpdate(Notice, { $and: [told, { id: { $lte: input.upToId }, seenAt: null }] }, { seenAt: ctx.clock.now() });
  return workspace;
}
