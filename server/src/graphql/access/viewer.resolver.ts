import { Arg, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { Actor } from '../../access/actor.ts';
import { chooseLanguage } from '../../access/people.ts';
import { keepAccount, requestErasure } from '../../account-data/erase-account.ts';
import type { Language } from '../../languages/language.ts';
import { listOwnWorkspaces } from '../../workspaces/workspace-queries.ts';
import { createEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType } from '../workspaces/workspace.types.ts';
import { AccountType, toAccountType } from './members.types.ts';

type ViewerKind = 'user' | 'agent' | 'integration';

const ViewerKindEnum = createEnum<ViewerKind>('ViewerKind', 'What kind of caller is behind the request.', {
  user: 'A person, signed in to the console.',
  agent: 'An external program with an API key.',
  integration: 'A program that reads for the person who let it in.',
});

const LanguageEnum = createEnum<Language>('Language', 'What people are spoken to in.', {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
  pt: 'Portuguese, as in Portugal.',
  ar: 'Arabic.',
});

@ObjectType('Viewer', { description: 'Who is asking: the signed-in person or the agent behind the API key.' })
class ViewerType {
  @Field(() => ID, { description: 'The id of the person (`usr_…`), or of the grant behind the API key (`grt_…`).' })
  id!: string;

  @Field(() => ViewerKindEnum, { description: 'Person or agent.' })
  kind!: ViewerKind;

  @Field(() => String, { description: 'The name of the person or of the agent.' })
  name!: string;

  @Field(() => String, { nullable: true, description: "The person's email address, in lower case; null for an agent." })
  email!: string | null;

  @Field(() => LanguageEnum, {
    nullable: true,
    description:
      'In which this person is written to: mails, push messages, chats. Null where none was chosen, which is English, and for an agent.',
  })
  language!: Language | null;

  @Field(() => Boolean, { description: 'Whether this person runs the service. Always false for an agent.' })
  isOperator!: boolean;

  @Field(() => Boolean, { description: 'Whether this person has set up an authenticator app or a passkey. Always false for an agent.' })
  hasSecondFactor!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether this person still has to show a second factor, or to set one up (`security` says which), before anything else is answered.',
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
    description: 'From now on the signed-in person is written to in this language. Errors: `insufficient_role`.',
  })
  async chooseLanguage(
    @Ctx() ctx: GraphqlContext,
    @Arg('language', () => LanguageEnum, { description: 'The language.' }) language: Language,
  ): Promise<ViewerType | null> {
    await mutate(ctx, (tx) => chooseLanguage(tx, language));
    return toViewerType(ctx.actor.kind === 'user' ? { ...ctx.actor, language } : ctx.actor);
  }

  @FieldResolver(() => [WorkspaceType], {
    description: "The workspaces of the person's accounts, or the one of the agent's grant; the oldest first.",
  })
  async workspaces(@Ctx() ctx: GraphqlContext): Promise<WorkspaceType[]> {
    return (await listOwnWorkspaces(ctx)).map(toWorkspaceType);
  }
}

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
