import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { keepAccount, requestErasure } from '../../account-data/erase-account.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { AccountType, toAccountType } from './account.types.ts';

/** An owner ends an account, and may take that back until its waiting period is over. */
@Resolver(() => AccountType)
export class ErasureResolver {
  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => AccountType, {
    description:
      'Requests that everything of the account be erased 14 days from now; until then it goes on as before, and every owner gets mail. A second request changes nothing. Owners only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state`.',
  })
  async requestErasure(
    @Ctx() ctx: GraphqlContext,
    @Arg('accountId', () => ID, { description: '`acc_…`.' }) accountId: string,
  ): Promise<AccountType> {
    return toAccountType(await mutate(ctx, (tx) => requestErasure(tx, accountId)));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => AccountType, {
    description:
      'Takes the request for erasure back. Owners only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state` (it has begun).',
  })
  async keepAccount(
    @Ctx() ctx: GraphqlContext,
    @Arg('accountId', () => ID, { description: '`acc_…`.' }) accountId: string,
  ): Promise<AccountType> {
    return toAccountType(await mutate(ctx, (tx) => keepAccount(tx, accountId)));
  }
}
