import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Wording } from '../../access/workspace-policies.ts';
import type { CaptionSet } from '../../captions/caption-set.entity.ts';
import type { Translate } from '../../languages/translate.ts';
import type { ChangeDraftInput as DraftChange } from '../../publishing/review/change-draft.ts';
import type { CheckedWords } from '../../publishing/review/content/validate-words.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType } from '../engine/paging.ts';
import { WordingEnum } from '../workspaces/workspace-settings.types.ts';
import { toViolationType, ViolationType } from './payload.types.ts';
import { PictureInput } from './picture.types.ts';
import { PreviewType, toPreviewType } from './preview.types.ts';
import { SafetyFindingType, toSafetyFindingType } from './safety-finding.types.ts';
import { GivenWordsInput, toWords } from './setting.types.ts';

@InputType('WordsInput', { description: 'Words for one platform.' })
export class WordsInput extends GivenWordsInput {
  @Field(() => String, { description: 'Platform identifier.' })
  platform!: string;

  @Field(() => [String], { description: 'The further posts where it threads; may be empty.' })
  thread!: string[];
}

@InputType('BesideWordsInput', { description: 'What goes with unsaved words; what is left out is as the draft has it.' })
export class BesideWordsInput {
  @Field(() => String, { nullable: true, description: 'An http or https address; null for none.' })
  link?: string | null;

  @Field(() => [PictureInput], { nullable: true, description: 'The pictures, in order.' })
  pictures?: PictureInput[] | null;

  @Field(() => String, { nullable: true, description: 'The source text; the words of `platforms` are generated from it.' })
  sourceText?: string | null;

  @Field(() => WordingEnum, { nullable: true, description: 'How closely generated words keep to the text; null is as the workspace does.' })
  wording?: Wording | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Platforms to check too: those without words get theirs from the source text, by the built-in generator.',
  })
  platforms?: string[] | null;
}

@InputType('ChangeDraftInput', { description: 'What is to change of a draft; what is left out stays as it is.' })
export class ChangeDraftInput {
  @Field(() => ID, { description: 'The draft.' })
  draftId!: string;

  @Field(() => Int, { description: 'The revision that was seen; refused as `stale_revision` when there is a newer one.' })
  revision!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The source content. Words that were made from it are made again; those of people stay.',
  })
  sourceText?: string | null;

  @Field(() => String, { nullable: true, description: 'An http or https address; null takes it away.' })
  link?: string | null;

  @Field(() => WordingEnum, { nullable: true, description: 'How closely generated words keep to the text; null is as the workspace does.' })
  wording?: Wording | null;

  @Field(() => [String], { nullable: true, description: 'All platforms it is for.' })
  platforms?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'The connected accounts it goes to; null for every healthy one of the platforms.' })
  connectionIds?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Not before this moment; null for as soon as it may.' })
  scheduledAt?: Date | null;

  @Field(() => [PictureInput], { nullable: true, description: 'All its pictures, in order; at most 20.' })
  pictures?: PictureInput[] | null;

  @Field(() => [WordsInput], { nullable: true, description: 'The caller’s own words for some or all platforms.' })
  words?: WordsInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Platforms that lose the words written for them and get words generated from the source text again.',
  })
  commonWords?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A note to the reviewer; null removes it. Changing it does not request approval again.',
  })
  noteToReviewer?: string | null;

  @Field(() => [String], { nullable: true, description: 'All its labels, in any state. Changing them does not request approval again.' })
  labels?: string[] | null;
}

@InputType('RescheduleDraftInput', { description: 'Another time for a draft.' })
export class RescheduleDraftInput {
  @Field(() => ID, { description: 'The draft.' })
  draftId!: string;

  @Field(() => Int, { description: 'The revision that was seen; refused as `stale_revision` when there is a newer one.' })
  revision!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Not before this moment; null for as soon as it may.' })
  scheduledAt!: Date | null;
}

@ObjectType('WordsCheck', {
  description: 'What words would come to on their platform, by the rules that hold when they are saved and sent.',
})
export class WordsCheckType {
  @Field(() => String, { description: 'Platform identifier.' })
  platform!: string;

  @Field(() => String, { description: 'The text that was checked: given, or generated from the source text.' })
  text!: string;

  @Field(() => [String], { description: 'Its tags.' })
  tags!: string[];

  @Field(() => [String], { description: 'The further posts of its thread.' })
  thread!: string[];

  @Field(() => [ViolationType], { description: 'Every way in which they do not fit, all at once.' })
  violations!: ViolationType[];

  @Field(() => PreviewType, { description: 'As a person would see them there, with the length of each post.' })
  preview!: PreviewType;

  @Field(() => [SafetyFindingType], { description: 'What the safety checks find in them.' })
  findings!: SafetyFindingType[];
}

@ObjectType('DraftRevision', { implements: NodeType, description: 'The words for every platform of a draft, as they once were.' })
export class DraftRevisionType extends NodeType {
  @Field(() => Int, { description: '1 for the first words of the draft.' })
  number!: number;

  @Field(() => GraphQLDateTime, { description: 'When they were written.' })
  createdAt!: Date;

  /** Not in the schema: the field resolvers read the row. */
  row!: CaptionSet;
}

export const DraftRevisionPageType = createPageType('DraftRevision', DraftRevisionType);

export function toDraftRevisionType(row: CaptionSet): DraftRevisionType {
  return { id: row.id, number: row.revision, createdAt: row.createdAt, row };
}

export function toWordsCheckType({ platform, words, violations, preview, findings }: CheckedWords, translate: Translate): WordsCheckType {
  const { text, tags, thread } = words;
  return {
    platform,
    text,
    tags,
    thread,
    preview: toPreviewType(preview, translate),
    violations: violations.map((each) => toViolationType(each, translate)),
    findings: findings.map((finding) => toSafetyFindingType(finding, translate)),
  };
}

/** Null for a field that cannot be cleared counts as left out. */
export function toDraftChange({ draftId, revision, ...changes }: ChangeDraftInput): DraftChange {
  const { sourceText, platforms, link, wording, connectionIds, scheduledAt, words, commonWords, noteToReviewer, labels } = changes;
  return {
    draftId,
    revision,
    changes: {
      ...(sourceText == null ? {} : { sourceText }),
      ...(platforms == null ? {} : { platforms }),
      ...(link === undefined ? {} : { link }),
      ...(wording === undefined ? {} : { wording }),
      ...(connectionIds === undefined ? {} : { connectionIds }),
      ...(scheduledAt === undefined ? {} : { scheduledAt }),
    },
    ...(noteToReviewer === undefined ? {} : { noteToReviewer }),
    ...(labels == null ? {} : { labels }),
    ...(words && words.length > 0 ? { captions: words.map(toWords) } : {}),
    ...(commonWords && commonWords.length > 0 ? { commonWords } : {}),
  };
}
