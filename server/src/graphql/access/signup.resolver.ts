import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Args, Ctx, Field, FieldResolver, ID, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { approveSignup, listSignups, refuseSignup } from '../../access/decide-signup.ts';
import type { Signup } from '../../access/signup.entity.ts';
import { FIRST_PLAN, PLANS, readPlan } from '../../credits/products.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { createPageType, type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import { OperatorType } from './operator.types.ts';

@ObjectType('Signup', { description: 'A sign-up request awaiting the operator’s decision. It grants no access.' })
export class SignupType {
  @Field(() => ID, { description: 'The sign-up’s id, `sgn_…`.' })
  id!: string;

  @Field(() => String, { description: 'The person’s name.' })
  name!: string;

  @Field(() => String, { description: 'The name for the account and its first workspace.' })
  workspaceName!: string;

  @Field(() => String, { description: 'The person’s verified email address.' })
  email!: string;

  @Field(() => GraphQLDateTime, { description: 'When the request was submitted.' })
  askedAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the request expires.' })
  expiresAt!: Date;
}

export const SignupPageType = createPageType('Signup', SignupType);

@ObjectType('Plan', { description: 'A plan, which sets how many publications an account gets each month.' })
export class PlanType {
  @Field(() => String, { description: 'The plan’s key, for instance `trial`.' })
  id!: string;

  @Field(() => String, { description: 'The plan’s name.' })
  label!: string;

  @Field(() => Int, { description: 'The included publications per calendar month (UTC).' })
  publicationsPerMonth!: number;

  @Field(() => Boolean, { description: 'Whether this is the default plan.' })
  isFirst!: boolean;
}

/** A pending sign-up has all fields. */
function toSignupType({ id, name, workspaceName, email, askedAt, createdAt, expiresAt }: Signup): SignupType {
  return { id, name: name ?? '', workspaceName: workspaceName ?? '', email, askedAt: askedAt ?? createdAt, expiresAt };
}

/** Pending sign-ups, for the operator who decides on them. */
@Resolver(() => OperatorType)
export class SignupResolver {
  @FieldResolver(() => Boolean, { description: 'Whether anyone may request an account, as set by `SIGN_UP`.' })
  isSignUpOpen(@Ctx() { config }: GraphqlContext): boolean {
    return config.people.isSignUpOpen;
  }

  @FieldResolver(() => SignupPageType, { description: 'Pending sign-up requests, oldest first.' })
  async signups(@Ctx() ctx: GraphqlContext, @Args(() => PageArgs) page: PageArgs): Promise<Page<SignupType>> {
    return toPage(await listSignups(ctx, pageRequest(page)), toSignupType);
  }

  @FieldResolver(() => [PlanType], { description: 'The plans available to accounts.' })
  plans(): PlanType[] {
    return PLANS.map((plan) => ({ ...plan, isFirst: plan.id === FIRST_PLAN }));
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => OperatorType, {
    description:
      'Approves a sign-up: creates the account with its first workspace and its owner, who is notified by email. Operators only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state` (decided or ended), `already_exists` (the address is already taken), `bad_user_input` (no such plan).',
  })
  async approveSignup(
    @Ctx() ctx: GraphqlContext,
    @Arg('signupId', () => ID, { description: 'The sign-up’s id, `sgn_…`.' }) signupId: string,
    @Arg('plan', () => String, { nullable: true, description: 'The plan’s key; the default plan if omitted.' }) plan: string | null,
  ): Promise<OperatorType> {
    await mutate(ctx, (tx) => approveSignup(tx, signupId, { plan: readPlan(plan ?? FIRST_PLAN) }));
    return {};
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => OperatorType, {
    description:
      'Rejects a sign-up request and notifies the person by email. Operators only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state` (decided or ended), `validation_failed`.',
  })
  async refuseSignup(
    @Ctx() ctx: GraphqlContext,
    @Arg('signupId', () => ID, { description: 'The sign-up’s id, `sgn_…`.' }) signupId: string,
    @Arg('reason', () => String, {
      nullable: true,
      description: 'The reason, at most 500 characters, included in the email.',
    })
    reason: string | null,
  ): Promise<OperatorType> {
    await mutate(ctx, (tx) => refuseSignup(tx, signupId, { reason }));
    return {};
  }
}
