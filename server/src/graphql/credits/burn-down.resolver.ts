import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { refuseAgents } from '../../access/authorise.ts';
import { readBurnDowns } from '../../credits/use/burn-down.ts';
import { promisesPart } from '../../publishing/jobs/promised-credits.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { CreditBurnDownType } from './burn-down.types.ts';
import { CreditsType } from './credits.types.ts';

@Resolver(() => CreditsType)
export class BurnDownResolver {
  @FieldResolver(() => [CreditBurnDownType], {
    nullable: true,
    description: 'How the credits of each unit go down. People and their integrations only, refused to agents.',
  })
  burnDowns(@Ctx() ctx: GraphqlContext, @Root() { accountId, timeZone }: CreditsType): Promise<CreditBurnDownType[]> {
    refuseAgents(ctx);
    const now = ctx.clock.now();
    return readBurnDowns(ctx, { accountId, timeZone, promises: (until) => promisesPart({ accountId, timeZone, now, until }) });
  }
}
