import { Arg, Ctx, FieldResolver, Mutation, Resolver } from 'type-graphql';
import { hasSurcharge, platformPrices, setSurcharge } from '../../credits/surcharges.ts';
import { OperatorType } from '../access/operator.types.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { CreditsType } from './credits.types.ts';
import { PlatformPriceType, PostChargeType, PostCostType, SetSurchargeInput, toPlatformPriceType } from './price.types.ts';

@Resolver(() => CreditsType)
export class CreditsPriceResolver {
  @FieldResolver(() => [PlatformPriceType], {
    description: 'The prices of platforms where a post costs more than one credit.',
  })
  async prices(@Ctx() ctx: GraphqlContext): Promise<PlatformPriceType[]> {
    return (await platformPrices(ctx)).filter(hasSurcharge).map((price) => toPlatformPriceType({ ...price, charges: [] }));
  }
}

/** A network's charges concern only the operator. */
@Resolver(() => PostCostType)
export class PostCostResolver {
  @FieldResolver(() => PostChargeType, {
    nullable: true,
    description: 'Always null.',
    deprecationReason: 'Networks’ charges are shown to operators only: use `operator.prices`.',
  })
  charge(): null {
    return null;
  }
}

@Resolver(() => OperatorType)
export class OperatorPriceResolver {
  @FieldResolver(() => [PlatformPriceType], { description: 'The price of a post on every platform.' })
  async prices(@Ctx() ctx: GraphqlContext): Promise<PlatformPriceType[]> {
    return (await platformPrices(ctx)).map(toPlatformPriceType);
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => OperatorType, {
    description:
      'Sets a platform’s surcharge in credits, for posts submitted from now on. Operators only. Errors: `insufficient_role`, `reauthentication_required`, `validation_failed`.',
  })
  async setSurcharge(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => SetSurchargeInput, { description: 'The platform and its surcharge.' }) input: SetSurchargeInput,
  ): Promise<OperatorType> {
    await mutate(ctx, (tx) => setSurcharge(tx, input));
    return {};
  }
}
