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

const ImprovementEnum = createEnum<Improvement>('Improvement', 'A revision of a text by the language model.', {
  rewrite: 'Rewrite more clearly, with the same content.',
  shorten: 'Shorten to at most two thirds.',
  translate: 'Translate into another language.',
});

@InputType('ImproveTextInput', { description: 'A text for the language model to revise.' })
class ImproveTextInput {
  @Field(() => ID, { description: 'The workspace whose voice and model budget apply, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The text, at most 10,000 characters. Treated as data, never as instructions.' })
  text!: string;

  @Field(() => ImprovementEnum, { description: 'The kind of revision.' })
  task!: Improvement;

  @Field(() => String, { nullable: true, description: 'The target language of a translation, as a BCP 47 tag.' })
  language?: string | null;
}

@ObjectType('ImprovedText', { description: 'A text revised by the language model. Not stored.' })
class ImprovedTextType {
  @Field(() => String, { nullable: true, description: 'The revised text; null if there is none (see `reason`).' })
  text!: string | null;

  @Field(() => String, { nullable: true, description: 'Why there is no `text`; null if there is.' })
  reason!: string | null;

  @Field(() => [SafetyFindingType], { description: 'Passages whose meaning may differ from the original.' })
  findings!: SafetyFindingType[];
}

@InputType('DescribePictureInput', { description: 'A picture for the language model to describe.' })
class DescribePictureInput {
  @Field(() => ID, { description: 'The workspace whose model budget applies, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => ID, { description: 'The picture, `med_…`.' })
  mediaId!: string;

  @Field(() => String, { description: 'The language of the description, as a BCP 47 tag.' })
  language!: string;
}

@ObjectType('SuggestedDescription', { description: 'A description of a picture by the language model. Not stored.' })
class SuggestedDescriptionType {
  @Field(() => String, { nullable: true, description: 'The suggested description; null if there is none (see `reason`).' })
  text!: string | null;

  @Field(() => String, { nullable: true, description: 'Why there is no `text`; null if there is.' })
  reason!: string | null;
}

@InputType('FindAccountsInput', { description: 'A search for accounts to mention.' })
class FindAccountsInput {
  @Field(() => ID, { description: 'The workspace, `wsp_…`, which needs a connection on the platform.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The id of a platform whose `searchesAccounts` is true.' })
  platform!: string;

  @Field(() => String, { description: 'The beginning of a name or handle, 2 to 100 characters, with or without "@".' })
  query!: string;
}

@ObjectType('FoundAccount', { description: 'An account found on a platform.' })
class FoundAccountType {
  @Field(() => String, { description: 'The name to mention in a post, without "@".' })
  name!: string;

  @Field(() => String, { description: 'The account’s display name.' })
  displayName!: string;

  @Field(() => String, { nullable: true, description: 'The profile picture as a `data:` URL; null if there is none.' })
  face!: string | null;
}

@ObjectType('FoundAccounts', { description: 'Accounts found on a platform.' })
class FoundAccountsType {
  @Field(() => [FoundAccountType], {
    description: 'The accounts, best match first, at most six; empty if none was found or there is a `reason`.',
  })
  accounts!: FoundAccountType[];

  @Field(() => String, { nullable: true, description: 'Why the search was not possible; null if it was.' })
  reason!: string | null;
}

@InputType('ReferencesInput', { description: 'Unsaved captions whose mentions and link to look up.' })
class ReferencesInput {
  @Field(() => ID, { description: 'The workspace, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => [String], { description: 'The ids of the platforms of the captions.' })
  platforms!: string[];

  @Field(() => [String], { description: 'The texts, the source text first.' })
  texts!: string[];

  @Field(() => String, { nullable: true, description: 'The link of the post; the first one in the texts if omitted.' })
  link?: string | null;
}

/** Writing help: account search, link cards, and the operator's language model. */
@Resolver(() => WorkspaceType)
export class WritingHelpResolver {
  @Authorized('write', 'captions:write')
  @Mutation(() => FoundAccountsType, {
    description:
      'Searches a platform for accounts to mention, by its public search. Stores nothing. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `unknown_platform`.',
  })
  async findAccounts(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => FindAccountsInput, { description: 'The search.' }) input: FindAccountsInput,
  ): Promise<FoundAccountsType> {
    const { accounts, reason } = await mutateInSteps(ctx, (steps) => findAccounts(steps, input));
    return { accounts, reason: reason && ctx.translate(reason) };
  }

  @Authorized('write', 'drafts:write')
  @Mutation(() => [DraftNoticeType], {
    description:
      'Looks up the accounts that unsaved captions mention and the page of their link, for use by `checkWords` and `check`. Stores only the results. Errors: `not_found`, `insufficient_role`, `insufficient_scope`.',
  })
  async lookUpReferences(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ReferencesInput, { description: 'The captions.' }) input: ReferencesInput,
  ): Promise<DraftNoticeType[]> {
    const notices = await mutateInSteps(ctx, (steps) => prepareReferences(steps, input));
    return notices.map(({ code, message }) => ({ code, message: ctx.translate(message) }));
  }

  @FieldResolver(() => Boolean, { description: 'Whether a language model is configured, so `improveText` works.' })
  hasLanguageModel(@Ctx() { captions }: GraphqlContext): boolean {
    return captions.improve !== null;
  }

  @FieldResolver(() => Boolean, { description: 'Whether the language model supports pictures, so `describePicture` works.' })
  describesPictures(@Ctx() { captions }: GraphqlContext): boolean {
    return captions.describe !== null;
  }

  @Authorized('write', 'captions:write')
  @Mutation(() => SuggestedDescriptionType, {
    description:
      'Suggests a description of a picture, written by the configured language model. Stores only the use of the model. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `invalid_state` (no language model that supports pictures), `validation_failed`.',
  })
  async describePicture(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => DescribePictureInput, { description: 'The picture and the language.' }) input: DescribePictureInput,
  ): Promise<SuggestedDescriptionType> {
    const { text, reason } = await mutateInSteps(ctx, (steps) => describePicture(steps, input));
    return { text, reason: reason && ctx.translate(reason) };
  }

  @Authorized('write', 'captions:write')
  @Mutation(() => ImprovedTextType, {
    description:
      'Rewrites, shortens or translates a text with the configured language model, and marks passages whose meaning may differ. Stores only the use of the model. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `invalid_state` (no language model), `validation_failed`.',
  })
  async improveText(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ImproveTextInput, { description: 'The text and the kind of revision.' }) input: ImproveTextInput,
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
