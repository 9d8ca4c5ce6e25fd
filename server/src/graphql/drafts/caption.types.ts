import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Wording } from '../../access/workspace-policies.ts';
import type { Caption } from '../../captions/caption.entity.ts';
import type { CaptionOrigin } from '../../captions/caption-set.entity.ts';
import type { ModelUse } from '../../captions/model/model-use.ts';
import type { Author } from '../../drafts/draft-authors.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import type { Settings } from '../../platforms/platform.ts';
import type { OmissionReason } from '../../platforms/text/omission.ts';
import type { CaptionWish } from '../../publishing/review/prepared-commands.ts';
import { createEnum } from '../engine/create-enum.ts';
import { WordingEnum } from '../workspaces/workspace-settings.types.ts';
import { GivenCaptionInput, toWords } from './setting.types.ts';

export type AuthorKind = 'agent' | 'person';

const AuthorKindEnum = createEnum<AuthorKind>('AuthorKind', 'The kind of author.', {
  agent: 'An agent, acting under a grant.',
  person: 'A member of the account.',
});

@ObjectType('Author', { description: 'The author of a draft, or the requester of a publish job.' })
export class AuthorType {
  @Field(() => AuthorKindEnum, { description: 'The kind of author.' })
  kind!: AuthorKind;

  @Field(() => String, { description: 'The agent’s or the person’s name.' })
  name!: string;
}

export const toAuthorType = ({ kind, name }: Author, translate: Translate): AuthorType => ({ kind, name: localizeName(name, translate) });

const OmissionReasonEnum = createEnum<OmissionReason>('OmissionReason', 'Why part of the source is not in the post.', {
  furniture: 'Boilerplate of a web page or email.',
  voice: 'Excluded by the workspace’s voice.',
  too_long: 'It did not fit into the post.',
  refused: 'The platform does not accept it.',
  markup: 'Markup, which posts cannot contain.',
  no_place: 'The draft’s link: the platform accepts links only in the text, and the text is published unchanged.',
  condensed: 'Not used by the language model that wrote the caption.',
});

export const KEPT_PERCENT =
  'The percentage of the source text that a shortened caption keeps; 0 if none of it fits, so a person must write the caption; null if the text is complete.';

@ObjectType('Omission', { description: 'A passage of the source text, or the description of a picture, that is not in the post.' })
export class OmissionType {
  @Field(() => String, { description: 'The omitted text, or its beginning if it is long.' })
  text!: string;

  @Field(() => OmissionReasonEnum, { description: 'Why it was omitted.' })
  reason!: OmissionReason;

  @Field(() => Int, {
    description:
      'Its start in the source text, in UTF-16 code units; the end of the text for the draft’s link, and 0 for the description of a picture.',
  })
  start!: number;

  @Field(() => Int, { description: 'Its end in the source text, in UTF-16 code units.' })
  end!: number;

  @Field(() => Boolean, { description: 'Whether readers are likely to need it: true for the draft’s link.' })
  isEssential!: boolean;
}

const CaptionOriginEnum = createEnum<CaptionOrigin>('CaptionOrigin', 'The origin of a caption.', {
  agent: 'Submitted by the agent.',
  extractive: 'Extracted from the source text by the built-in generator, without a language model.',
  model: 'Written by the configured language model.',
  person: 'Written by a member of the account.',
});

@ObjectType('ModelUse', {
  description: 'The use of the language model for the caption of one platform: its share of the calls.',
})
export class ModelUseType {
  @Field(() => String, { description: 'The provider’s name for the model.' })
  model!: string;

  @Field(() => Int, { description: 'Input tokens.' })
  read!: number;

  @Field(() => Int, { description: 'Output tokens.' })
  written!: number;

  @Field(() => Float, { nullable: true, description: 'The cost in US dollars; null if the operator has configured no prices.' })
  costUsd!: number | null;
}

@ObjectType('Caption', { description: 'The text and tags for one platform at one revision of a draft.' })
export class CaptionType {
  @Field(() => ID, { description: 'The caption’s id. Captions are immutable; every change creates a new one.' })
  id!: string;

  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => String, { description: 'The complete text of the post, including tags if the platform has them in the text.' })
  text!: string;

  @Field(() => [String], { description: 'The tags, without the number sign.' })
  tags!: string[];

  @Field(() => [String], { description: 'The further posts of a thread; empty for a single post.' })
  thread!: string[];

  @Field(() => CaptionOriginEnum, { description: 'The origin of the caption.' })
  origin!: CaptionOrigin;

  @Field(() => ModelUseType, { nullable: true, description: 'The use of the language model; null if none was used.' })
  modelUse!: ModelUseType | null;

  @Field(() => [OmissionType], { description: 'Parts of the source text that are not in the caption; empty if all of it is.' })
  omissions!: OmissionType[];

  @Field(() => Int, { nullable: true, description: KEPT_PERCENT })
  keptPercent!: number | null;

  @Field(() => GraphQLJSONObject, { description: 'The chosen options of the network, by name; see `Platform.settings`.' })
  settings!: Settings;
}

@InputType('WriteCaptionInput', { description: 'A person’s caption for one platform of a draft.' })
export class WriteCaptionInput extends GivenCaptionInput {
  @Field(() => ID, { description: 'The draft, `drf_…`.' })
  draftId!: string;

  @Field(() => Int, { description: 'The revision that the caller has read; refused as `stale_revision` if there is a newer one.' })
  revision!: number;
}

@InputType('GenerateCaptionsInput', { description: 'The captions to generate for a draft.' })
export class GenerateCaptionsInput {
  @Field(() => ID, { description: 'The draft, `drf_…`.' })
  draftId!: string;

  @Field(() => [String], { nullable: true, description: 'Platforms of the draft; all of them if omitted.' })
  platforms?: string[] | null;

  @Field(() => WordingEnum, { nullable: true, description: 'How closely the captions follow the source text; the draft’s own if omitted.' })
  wording?: Wording | null;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether to replace captions written by a person, which are kept otherwise.' })
  replace!: boolean;
}

export function toCaptionType(row: Caption): CaptionType {
  const { id, platform, text, tags, thread, origin, modelUse, omissions, keptPercent = null, settings } = row;
  const used = modelUse ? toModelUseType(modelUse) : null;
  return { id, platform, text, tags, thread, origin, modelUse: used, omissions, keptPercent, settings };
}

function toModelUseType({ model, inputTokens, outputTokens, costMicros }: ModelUse): ModelUseType {
  return { model, read: inputTokens, written: outputTokens, costUsd: costMicros === null ? null : costMicros / 1_000_000 };
}

/** Replaces one platform’s caption; those of the other platforms are unchanged. */
export function toCaptionWish({ draftId, revision, thread, ...words }: WriteCaptionInput): CaptionWish {
  return { draftId, revision, captions: [toWords({ ...words, thread: thread ?? [] })] };
}
