import { sql } from 'kysely';
import { Workspace } from '../../access/workspace.entity.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { newId } from '../../new-id.ts';
import { ModelCall } from './model-call.entity.ts';
import type { ModelUse } from './model-use.ts';

/** Whether a workspace has used up its model budget of the last 24 hours. Calls in progress do not count yet. */
export async function isBudgetSpent(ctx: Context, workspaceId: string): Promise<boolean> {
  const most = ctx.config.captionModel?.dailyTokens ?? null;
  if (most === null) return false;
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const [row] = await query(
    ctx.em,
    tables
      .selectFrom('model_calls')
      .select(sql<string>`coalesce(sum(input_tokens + output_tokens), 0)::bigint`.as('tokens'))
      .where('workspace_id', '=', workspaceId)
      .where('created_at', '>', since),
  );
  return Number(row?.tokens ?? 0) >= most;
}

/**
 * Records a request's model usage. Not in the request's transaction, since the usage remains even if the
 * request fails.
 */
export async function recordModelCall(ctx: Context, workspaceId: string, use: ModelUse): Promise<void> {
  const { accountId } = await ctx.em.findOneOrFail(Workspace, workspaceId);
  await ctx.em.insert(ModelCall, { id: newId('mdc'), accountId, workspaceId, ...use, createdAt: ctx.clock.now() });
}
