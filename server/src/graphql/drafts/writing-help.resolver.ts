import { Arg, Ctx, Field, FieldResolver, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { describePicture } from '../../captions/model/describe-picture.ts';
import { improveText } from '../../captions/model/improve-text.ts';
import type { Improvement } from '../../captions/model/model-use.ts';
import { findAccounts } from '../../mentions/find-accounts.ts';
import { prepareReferences } from '../../publishing/review/content/prepare-content.ts';
import { departureFindings } from '../../safety/words/departure-findings.ts';
import { createEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutateInSteps } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { DraftNoticeType } from './draft.types.ts';
import { SafetyFindingType, toSafetyFindingType } from './safety-finding.types.ts';

const ImprovementEnum = createEnum<Improvement>('Improvement', 'What a language model does with a text.', {
  rewrite: 'The same content in clearer words.',
  shorten: 'At most two thirds as long.',
  translate: 'The same content in another language.',
});

@InputType('ImproveTextInput', { description: 'A text for the language model to revise.' })
class ImproveTextInput {
  @Field(() => ID, { description: 'The workspace whose voice and model budget apply.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The text; at most 10,000 characters. Data, never instructions.' })
  text!: string;

  @Field(() => ImprovementEnum, { description: 'What to do with it.' })
  task!: Improvement;

  @Field(() => String, { nullable: true, description: 'The language of a translation, as a BCP 47 tag.' })
  language?: string | null;
}

@ObjectType('ImprovedText', { description: 'A text as the language model revised it. Nothing is stored.' })
class ImprovedTextType {
  @Field(() => String, { nullable: true, description: 'The revised text; null if there is none, for the `reason`.' })
  text!: string | null;

  @Field(() => String, { nullable: true, description: 'Why there is none; null if there is one.' })
  reason!: string | null;

  @Field(() => [SafetyFindingType], { description: 'Where it may say something else than the text before.' })
  findings!: SafetyFindingType[];
}

@InputType('DescribePictureInput', { description: 'A picture for the language model to describe.' })
class DescribePictureInput {
  @Field(() => ID, { description: 'The workspace whose model budget applies.' })
  workspaceId!: string;

  @Field(() => ID, { description: 'The picture.' })
  mediaId!: string;

  @Field(() => String, { description: 'The language of the description, as a BCP 47 tag.' })
  language!: string;
}

@ObjectType('SuggestedDescription', { description: 'What a language model sees in a picture. Nothing is stored.' })
class SuggestedDescriptionType {
  @Field(() => String, { nullable: true, description: 'The suggestion; null if there is none, for the `reason`.' })
  text!: string | null;

  @Field(() => String, { nullable: true, description: 'Why there is none; null if there is one.' })
  reason!: string | null;
}

@InputType('FindAccountsInput', { description: 'The beginning of a name that a post is to mention.' })
class FindAccountsInput {
  @Field(() => ID, { description: 'The workspace, which needs an account on the platform.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Platform identifier; one whose `searchesAccounts` is true.' })
  platform!: string;

  @Field(() => String, { description: 'From 2 to 100 characters of a name or handle, with or without "@".' })
  query!: string;
}

@ObjectType('FoundAccount', { description: 'An account that a platform found by its name.' })
class FoundAccountType {
  @Field(() => String, { description: 'As a post on that platform mentions it, without "@".' })
  name!: string;

  @Field(() => String, { description: 'The name that it shows.' })
  displayName!: string;

  @Field(() => String, { nullable: true, description: 'Its profile picture as a `data:` address; null if there is none.' })
  face!: string | null;
}

@ObjectType('FoundAccounts', { description: 'Accounts that a platform found, best first.' })
class FoundAccountsType {
  @Field(() => [FoundAccountType], { description: 'At most six; empty if there is none, and with a `reason`.' })
  accounts!: FoundAccountType[];

  @Field(() => String, { nullable: true, description: 'Why there was no search; null if there was one.' })
  reason!: string | null;
}

@InputType('ReferencesInput', { description: 'Unsaved words whose names and link are to be looked up.' })
class ReferencesInput {
  @Field(() => ID, { description: 'The workspace.' })
  workspaceId!: string;

  @Field(() => [String], { description: 'The platforms that the words are for.' })
  platforms!: string[];

  @Field(() => [String], { description: 'The texts, the source text first.' })
  texts!: string[];

  @Field(() => String, { nullable: true, description: 'The link of the post; by default, the first one in the texts.' })
  link?: string | null;
}

/** Help while a person writes: by networks, by the page of a link, and by the operator's language model. */
@Resolver(() => WorkspaceType)
export class WritingHelpResolver {
  @Authorized('write', 'captions:write')
  @Mutation(() => FoundAccountsType, {
    description:
      'Searches a platform for accounts to mention, by its public search. Stores nothing. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `unknown_platform`.',
  })
  async findAccounts(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => FindAccountsInput, { description: 'Where to search, and for what.' }) input: FindAccountsInput,
  ): Promise<FoundAccountsType> {
    const { accounts, reason } = await mutateInSteps(ctx, (steps) => findAccounts(steps, input));
    return { accounts, reason: reason && ctx.translate(reason) };
  }

  @Authorized('write', 'drafts:write')
  @Mutation(() => [DraftNoticeType], {
    description:
      'Looks up the accounts that unsaved words mention and the page of their link, so that `checkWords` and `check` show them. Stores only the results. Errors: `not_found`, `insufficient_role`, `insufficient_scope`.',
  })
  async lookUpReferences(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ReferencesInput, { description: 'The words.' }) input: ReferencesInput,
  ): Promise<DraftNoticeType[]> {
    const notices = await mutateInSteps(ctx, (steps) => prepareReferences(steps, input));
    return notices.map(({ code, message }) => ({ code, message: ctx.translate(message) }));
  }

  @FieldResolver(() => Boolean, { description: 'Whether a language model is configured, so that `improveText` works.' })
  hasLanguageModel(@Ctx() { captions }: GraphqlContext): boolean {
    return captions.improve !== null;
  }

  @FieldResolver(() => Boolean, { description: 'Whether the language model sees pictures, so that `describePicture` works.' })
  describesPictures(@Ctx() { captions }: GraphqlContext): boolean {
    return captions.describe !== null;
  }

  @Authorized('write', 'captions:write')
  @Mutation(() => SuggestedDescriptionType, {
    description:
      'Suggests a description of a picture by the configured language model. Stores nothing but the use of the model. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `invalid_state` without a model that sees pictures, `validation_failed`.',
  })
  async describePicture(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => DescribePictureInput, { description: 'The picture, and the language.' }) input: DescribePictureInput,
  ): Promise<SuggestedDescriptionType> {
    const { text, reason } = await mutateInSteps(ctx, (steps) => describePicture(steps, input));
    return { text, reason: reason && ctx.translate(reason) };
  }

  @Authorized('write', 'captions:write')
  @Mutation(() => ImprovedTextType, {
    description:
      'Rewrites, shortens or translates a text with the configured language model, and marks where it may differ. Stores nothing but the use of the model. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `invalid_state` without a model, `validation_failed`.',
  })
  async improveText(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ImproveTextInput, { description: 'The text, and what to do with it.' }) input: ImproveTextInput,
  ): Promise<ImprovedTextType> {
    const { text, reason, departures } = await mutateInSteps(ctx, (steps) => improveText(steps, input));
    const findings = departureFindings('', departures, [{ field: 'text', text: text ?? '' }]);
    return {
      text,
      reason: reason && ctx.translate(reason),
      findings: findings.map((finding) => toSafetyFindingType(finding, ctx.translate)),
    };
  }
}
