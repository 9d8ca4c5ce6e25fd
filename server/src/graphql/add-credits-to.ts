import { requireOperator } from '../access/authorise.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { addCredits } from '../credits/add-credits.ts';
import { correctCredits } from '../credits/correct-credits.ts';
import { DomainError } from '../errors.ts';
import { advanceWaitingJobs } from '../publishing/review/advance-waiting-jobs.ts';
import type { AddCreditsInput, CorrectCreditsInput, CreditsType } from './credits.types.ts';
import { type GraphqlContext, mutate } from './graphql-context.ts';

/** The operator need not belong to the account; jobs that waited for the credits go on. */
export function addCreditsTo(ctx: GraphqlContext, { workspaceId, product, quantity }: AddCreditsInput): Promise<CreditsType> {
  return changeCredits(ctx, workspaceId, (tx, accountId) => addCredits(tx, { accountId, product, quantity }));
}

/** The same for a correction. */
export function correctCreditsOf(ctx: GraphqlContext, { workspaceId, bucket, amount, reason }: CorrectCreditsInput): Promise<CreditsType> {
  return changeCredits(ctx, workspaceId, (tx, accountId) => correctCredits(tx, { accountId, bucket, amount, reason }));
}

async function changeCredits(
  ctx: GraphqlContext,
  workspaceId: string,
  change: (tx: Context, accountId: string) => Promise<unknown>,
): Promise<CreditsType> {
  requireOperator(ctx);
  return mutate(ctx, async (tx) => {
    const workspace = await tx.em.findOne(Workspace, workspaceId);
    if (!workspace) throw new DomainError('not_found');
    const { accountId, timeZone } = workspace;
    await change(tx, accountId);
    await advanceWaitingJobs(tx, accountId);
    return { accountId, timeZone };
  });
}
