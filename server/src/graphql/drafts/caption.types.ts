import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Caption } from '../../captions/caption.entity.ts';
import type { CaptionOrigin } from '../../captions/caption-set.entity.ts';
import type { ModelUse } from '../../captions/model/model-use.ts';
import type { Author } from '../../drafts/draft-authors.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import type { Settings } from '../../platforms/platform.ts';
import type { OmissionReason } from '../../platforms/text/omission.ts';
import type { CaptionWish } from '../../publishing/review/prepared-commands.ts';
import { createEnum } from '../engine/create-enum.ts';
import { GivenWordsInput, toWords } from './setting.types.ts';

export type AuthorKind = 'agent' | 'person';

const AuthorKindEnum = createEnum<AuthorKind>('AuthorKind', 'Whether an agent or a person made something.', {
  agent: 'An external program, acting under a grant of the customer.',
  person: 'A person of the account.',
});

@ObjectType('Author', { description: 'The author of a draft, or the requester of a publish job.' })
export class AuthorType {
  @Field(() => AuthorKindEnum, { description: 'Agent or person.' })
  kind!: AuthorKind;

  @Field(() => String, { description: 'The name of the agent behind the grant, or of the person.' })
  name!: string;
}

export const toAuthorType = ({ kind, name }: Author, translate: Translate): AuthorType => ({ kind, name: localizeName(name, translate) });

const OmissionReasonEnum = createEnum<OmissionReason>('OmissionReason', 'Why something of the source is not in the post.', {
  furniture: 'It belongs to a page or a mail, and is not for readers of a post.',
  voice: 'The workspace does not say it.',
  too_long: 'There was no room for it.',
  refused: 'The platform does not take it.',
  markup: 'No post can carry it.',
  no_place: 'The link of the draft: the platform has no place for it but the text, and the text is kept to the last sign.',
  condensed: 'The language model that wrote the words did not use it.',
});

export const KEPT_PERCENT =
  'The share of the source text that a shortened caption keeps, in percent; 0 if none of it fits and a person must write it; null if the text is whole.';

@ObjectType('Omission', { description: 'A stretch of the source text, or the description of a picture, that is not in the post.' })
export class OmissionType {
  @Field(() => String, { description: 'What was left out; the beginning of it where it is long.' })
  text!: string;

  @Field(() => OmissionReasonEnum, { description: 'Why.' })
  reason!: OmissionReason;

  @Field(() => Int, {
    description:
      'Where it begins in the source text, in UTF-16 units; at its end for the link of the draft, and 0 for the description of a picture.',
  })
  start!: number;

  @Field(() => Int, { description: 'Where it ends there.' })
  end!: number;

  @Field(() => Boolean, { description: 'Readers may need it: the link of the draft.' })
  isEssential!: boolean;
}

const CaptionOriginEnum = createEnum<CaptionOrigin>('CaptionOrigin', 'Who wrote the words.', {
  agent: 'The agent handed them in.',
  extractive: 'Taken from the source text by the embedded generator, without a model.',
  model: 'Written by the configured language model.',
  person: 'A person of the account.',
});

@ObjectType('ModelUse', {
  description: 'What the language model took for the words of one platform: its share of the calls that they came from.',
})
export class ModelUseType {
  @Field(() => String, { description: 'As the provider names it.' })
  model!: string;

  @Field(() => Int, { description: 'Tokens that it read.' })
  read!: number;

  @Field(() => Int, { description: 'Tokens that it wrote.' })
  written!: number;

  @Field(() => Float, { nullable: true, description: 'In US dollars; null where the operator has named no prices.' })
  costUsd!: number | null;
}

@ObjectType('Caption', { description: 'The words and tags for one platform, at the current revision of the draft.' })
export class CaptionType {
  @Field(() => ID, { description: 'Identifies these words; new words are a new caption.' })
  id!: string;

  @Field(() => String, { description: 'Platform identifier.' })
  platform!: string;

  @Field(() => String, { description: 'The whole post as it would go out, tags in it where the platform writes them in the text.' })
  text!: string;

  @Field(() => [String], { description: 'Without the number sign.' })
  tags!: string[];

  @Field(() => [String], { description: 'The further posts where it threads; empty otherwise.' })
  thread!: string[];

  @Field(() => CaptionOriginEnum, { description: 'Who wrote the words.' })
  origin!: CaptionOrigin;

  @Field(() => ModelUseType, { nullable: true, description: 'What the language model took for them; null for words that cost nothing.' })
  modelUse!: ModelUseType | null;

  @Field(() => [OmissionType], { description: 'What of the source text is not in these words; empty where all of it is.' })
  omissions!: OmissionType[];

  @Field(() => Int, { nullable: true, description: KEPT_PERCENT })
  keptPercent!: number | null;

  @Field(() => GraphQLJSONObject, { description: 'The network’s own settings that were chosen, by name; see `Platform.settings`.' })
  settings!: Settings;
}

@InputType('WriteCaptionInput', { description: 'A person’s words for one platform of a draft.' })
export class WriteCaptionInput extends GivenWordsInput {
  @Field(() => ID, { description: 'The draft.' })
  draftId!: string;

  @Field(() => Int, { description: 'The revision that was seen; refused as `stale_revision` when there is a newer one.' })
  revision!: number;

  @Field(() => String, { description: 'One of the draft’s platforms.' })
  platform!: string;

  @Field(() => [String], { nullable: true, defaultValue: [], description: 'The further posts where it threads.' })
  thread!: string[] | null;
}

export function toCaptionType(row: Caption): CaptionType {
  const { id, platform, text, tags, thread, origin, modelUse, omissions, keptPercent = null, settings } = row;
  const used = modelUse ? toModelUseType(modelUse) : null;
  return { id, platform, text, tags, thread, origin, modelUse: used, omissions, keptPercent, settings };
}

function toModelUseType({ model, inputTokens, outputTokens, costMicros }: ModelUse): ModelUseType {
  return { model, read: inputTokens, written: outputTokens, costUsd: costMicros === null ? null : costMicros / 1_000_000 };
}

/** One platform’s caption; those of the other platforms are unchanged. */
export function toCaptionWish({ draftId, revision, thread, ...words }: WriteCaptionInput): CaptionWish {
  return { draftId, revision, captions: [toWords({ ...words, thread: thread ?? [] })] };
}
