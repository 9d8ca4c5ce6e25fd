import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { requireWorkspace } from './authorise.ts';
import { Notice } from './notice.entity.ts';
import type { Workspace } from './workspace.entity.ts';

/** Marks every notice of the workspace's account up to this one as seen. Doing it twice changes nothing. */
export async function seeNotices(ctx: Context, input: { workspaceId: string; upToId: string }): Promise<Workspace> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'manage');
  const { accountId } = workspace;
  await ctx.em.nativeUpdate(Notice, { accountId, id: { $lte: input.upToId }, seenAt: null }, { seenAt: ctx.clock.now() });
  return workspace;
}
