import { requireOperator } from '../access/authorise.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { addCredits } from '../credits/add-credits.ts';
import { DomainError } from '../errors.ts';
import { advanceWaitingJobs } from '../publishing/advance-waiting-jobs.ts';
import type { AddCreditsInput, CreditsType } from './credits.types.ts';
import { type GraphqlContext, mutate } from './graphql-context.ts';

/** The operator need not belong to the account; jobs that waited for the credits go on. */
export async function addCreditsTo(ctx: GraphqlContext, { workspaceId, product, quantity }: AddCreditsInput): Promise<CreditsType> {
  requireOperator(ctx);
  return mutate(ctx, async (tx) => {
    const workspace = await tx.em.findOne(Workspace, workspaceId);
    if (!workspace) throw new DomainError('not_found');
    const { accountId, timeZone } = workspace;
    await addCredits(tx, { accountId, product, quantity });
    await advanceWaitingJobs(tx, accountId);
    return { accountId, timeZone };
  });
}
