import type { Account, AccountState } from '../access/account.entity.ts';
import { requireOperator } from '../access/authorise.ts';
import { setAccountState } from '../access/set-account-state.ts';
import { DomainError } from '../errors.ts';
import { signLaunchStep } from '../launch/sign-launch-step.ts';
import { resumeService, stopService } from '../launch/stop-service.ts';
import { advanceWaitingJobs } from '../publishing/review/advance-waiting-jobs.ts';
import { type GraphqlContext, mutate } from './graphql-context.ts';
import type { OperatorType } from './operator.types.ts';

/** Signs a step; jobs of every account may have waited for it. */
export async function signStep(ctx: GraphqlContext, step: string): Promise<OperatorType> {
  return mutate(ctx, async (tx) => {
    await signLaunchStep(tx, step);
    await advanceWaitingJobs(tx, null);
    return {};
  });
}

/** Stops publishing for everybody. */
export async function stopPublishing(ctx: GraphqlContext, reason: string | null): Promise<OperatorType> {
  await mutate(ctx, (tx) => stopService(tx, { reason }));
  return {};
}

/** Lets it go on; jobs of every account have waited. */
export async function resumePublishing(ctx: GraphqlContext): Promise<OperatorType> {
  return mutate(ctx, async (tx) => {
    await resumeService(tx);
    await advanceWaitingJobs(tx, null);
    return {};
  });
}

/** Approves or suspends an account; its jobs may have waited for it. */
export async function changeAccountState(ctx: GraphqlContext, accountId: string, state: AccountState): Promise<Account> {
  requireOperator(ctx);
  if (state === 'pending')
    throw new DomainError('invalid_state', { message: 'An account can be approved or suspended; nothing leads back to pending.' });
  return mutate(ctx, async (tx) => {
    const account = await setAccountState(tx, accountId, state);
    await advanceWaitingJobs(tx, accountId);
    return account;
  });
}
