import { Arg, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { Actor } from '../../access/actor.ts';
import { chooseLanguage } from '../../access/people.ts';
import { keepAccount, requestErasure } from '../../account-data/erase-account.ts';
import type { Language } from '../../languages/language.ts';
import { listOwnWorkspaces } from '../../workspaces/workspace-queries.ts';
import { createEnum, LanguageEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType } from '../workspaces/workspace.types.ts';
import { AccountType, toAccountType } from './members.types.ts';

type ViewerKind = 'user' | 'agent' | 'integration';

const ViewerKindEnum = createEnum<ViewerKind>('ViewerKind', 'The kind of caller.', {
  user: 'A person, signed in to the console.',
  agent: 'An agent, with an API key.',
  integration: 'A person’s own read-only program, with an API key.',
});

@ObjectType('Viewer', { description: 'The caller: the signed-in person, or the agent or integration that the API key belongs to.' })
class ViewerType {
  @Field(() => ID, { description: 'The id of the person (`usr_…`), or of the grant behind the API key (`grt_…`).' })
  id!: string;

  @Field(() => ViewerKindEnum, { description: 'The kind of caller.' })
  kind!: ViewerKind;

  @Field(() => String, { description: 'The person’s or the agent’s name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The person’s email address, in lower case; null for an agent or integration.' })
  email!: string | null;

  @Field(() => LanguageEnum, {
    nullable: true,
    description:
      'The language of emails, push notifications and chat messages to the person; null if none was chosen (English is used), and for an agent or integration.',
  })
  language!: Language | null;

  @Field(() => Boolean, { description: 'Whether the person is an operator of the service. Always false for an agent or integration.' })
  isOperator!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the person has an authenticator app or a passkey. Always false for an agent or integration.',
  })
  hasSecondFactor!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the person must provide or set up a second factor (see `security`) before other requests are accepted.',
  })
  lacksSecondFactor!: boolean;
}

/** Null for actors that are neither a person nor an agent. */
function toViewerType(actor: Actor): ViewerType | null {
  if (actor.kind === 'user') {
    const { userId: id, name, email, language = null, isOperator, hasSecondFactor = false, lacksSecondFactor = false } = actor;
    return { id, kind: 'user', name, email, language, isOperator, hasSecondFactor, lacksSecondFactor };
  }
  if (actor.kind === 'agent') {
    const person = { email: null, language: null, isOperator: false, hasSecondFactor: false, lacksSecondFactor: false };
    return { id: actor.grantId, kind: actor.isIntegration ? 'integration' : 'agent', name: actor.agentName, ...person };
  }
  return null;
}

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Authorized('public')
  @Query(() => ViewerType, { nullable: true, description: 'The caller; null without a session or an API key.' })
  viewer(@Ctx() { actor }: GraphqlContext): ViewerType | null {
    return toViewerType(actor);
  }

  @Authorized('person')
  @Mutation(() => ViewerType, {
    description: 'Sets the language of messages to the signed-in person. Errors: `insufficient_role`.',
  })
  async chooseLanguage(
    @Ctx() ctx: GraphqlContext,
    @Arg('language', () => LanguageEnum, { description: 'The language.' }) language: Language,
  ): Promise<ViewerType | null> {
    await mutate(ctx, (tx) => chooseLanguage(tx, language));
    return toViewerType(ctx.actor.kind === 'user' ? { ...ctx.actor, language } : ctx.actor);
  }

  @FieldResolver(() => [WorkspaceType], {
    description: 'The workspaces of the person’s accounts, or the workspace of the agent’s grant; oldest first.',
  })
  async workspaces(@Ctx() ctx: GraphqlContext): Promise<WorkspaceType[]> {
    return (await listOwnWorkspaces(ctx)).map(toWorkspaceType);
  }
}

/** An owner may request the erasure of an account, and cancel the request until the waiting period has passed. */
@Resolver(() => AccountType)
export class ErasureResolver {
  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => AccountType, {
    description:
      'Requests the erasure of the account and all its data in 14 days. Until then the account works as before. All owners are notified by email. A second request has no effect. Owners only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state`.',
  })
  async requestErasure(
    @Ctx() ctx: GraphqlContext,
    @Arg('accountId', () => ID, { description: 'The account’s id, `acc_…`.' }) accountId: string,
  ): Promise<AccountType> {
    return toAccountType(await mutate(ctx, (tx) => requestErasure(tx, accountId)));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => AccountType, {
    description:
      'Cancels the request for erasure. Owners only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state` (erasure has begun).',
  })
  async keepAccount(
    @Ctx() ctx: GraphqlContext,
    @Arg('accountId', () => ID, { description: 'The account’s id, `acc_…`.' }) accountId: string,
  ): Promise<AccountType> {
    return toAccountType(await mutate(ctx, (tx) => keepAccount(tx, accountId)));
  }
}
