import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Args, Ctx, Field, FieldResolver, ID, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { approveSignup, listSignups, refuseSignup } from '../../access/decide-signup.ts';
import type { Signup } from '../../access/signup.entity.ts';
import { FIRST_PLAN, PLANS, readPlan } from '../../credits/products.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { createPageType, type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import { OperatorType } from './operator.types.ts';

@ObjectType('Signup', { description: 'A sign-up request that waits for the operator. It grants no access yet.' })
export class SignupType {
  @Field(() => ID, { description: '`sgn_…`.' })
  id!: string;

  @Field(() => String, { description: 'As the person called themselves.' })
  name!: string;

  @Field(() => String, { description: 'As the account and its first workspace are to be called.' })
  workspaceName!: string;

  @Field(() => String, { description: 'The email address, confirmed by a mail.' })
  email!: string;

  @Field(() => GraphQLDateTime, { description: 'Since when it waits.' })
  askedAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it ends by itself.' })
  expiresAt!: Date;
}

export const SignupPageType = createPageType('Signup', SignupType);

@ObjectType('Plan', { description: 'A plan of the catalogue: how many publications an account gets each month.' })
export class PlanType {
  @Field(() => String, { description: 'Its key, for instance `trial`.' })
  id!: string;

  @Field(() => String, { description: 'As people call it.' })
  label!: string;

  @Field(() => Int, { description: 'Publications in each calendar month (UTC).' })
  publicationsPerMonth!: number;

  @Field(() => Boolean, { description: 'Whether an account gets it where nothing else is chosen.' })
  isFirst!: boolean;
}

/** A pending sign-up has all fields. */
function toSignupType({ id, name, workspaceName, email, askedAt, createdAt, expiresAt }: Signup): SignupType {
  return { id, name: name ?? '', workspaceName: workspaceName ?? '', email, askedAt: askedAt ?? createdAt, expiresAt };
}

/** Pending sign-ups, for the operator who decides on them. */
@Resolver(() => OperatorType)
export class SignupResolver {
  @FieldResolver(() => Boolean, { description: 'Whether strangers can ask for an account: the setting `SIGN_UP`.' })
  isSignUpOpen(@Ctx() { config }: GraphqlContext): boolean {
    return config.people.isSignUpOpen;
  }

  @FieldResolver(() => SignupPageType, { description: 'Who asks for an account and waits, the oldest first.' })
  async signups(@Ctx() ctx: GraphqlContext, @Args(() => PageArgs) page: PageArgs): Promise<Page<SignupType>> {
    return toPage(await listSignups(ctx, pageRequest(page)), toSignupType);
  }

  @FieldResolver(() => [PlanType], { description: 'The plans that an account can be given.' })
  plans(): PlanType[] {
    return PLANS.map((plan) => ({ ...plan, isFirst: plan.id === FIRST_PLAN }));
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => OperatorType, {
    description:
      'Approves a sign-up: creates the account with its first workspace and its owner, who is notified by mail. Operators only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state` (decided or ended), `already_exists` (the address is already taken), `bad_user_input` (no such plan).',
  })
  async approveSignup(
    @Ctx() ctx: GraphqlContext,
    @Arg('signupId', () => ID, { description: '`sgn_…`.' }) signupId: string,
    @Arg('plan', () => String, { nullable: true, description: 'The key of a plan; the one that `isFirst` when left out.' }) plan:
      | string
      | null,
  ): Promise<OperatorType> {
    await mutate(ctx, (tx) => approveSignup(tx, signupId, { plan: readPlan(plan ?? FIRST_PLAN) }));
    return {};
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => OperatorType, {
    description:
      'Rejects a sign-up request and notifies the person by mail. Operators only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state` (decided or ended), `validation_failed`.',
  })
  async refuseSignup(
    @Ctx() ctx: GraphqlContext,
    @Arg('signupId', () => ID, { description: '`sgn_…`.' }) signupId: string,
    @Arg('reason', () => String, {
      nullable: true,
      description: 'The reason, included in the mail; at most 500 characters. Optional.',
    })
    reason: string | null,
  ): Promise<OperatorType> {
    await mutate(ctx, (tx) => refuseSignup(tx, signupId, { reason }));
    return {};
  }
}
