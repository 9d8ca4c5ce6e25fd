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

@InputType('WordsInput', { description: 'A caption for one platform.' })
export class WordsInput extends GivenWordsInput {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => [String], { description: 'The further posts of a thread; may be empty.' })
  thread!: string[];
}

@InputType('BesideWordsInput', { description: 'Further unsaved changes to check captions with. Omitted fields are as in the draft.' })
export class BesideWordsInput {
  @Field(() => String, { nullable: true, description: 'An http or https URL; null for none.' })
  link?: string | null;

  @Field(() => [PictureInput], { nullable: true, description: 'All pictures and videos, in order.' })
  pictures?: PictureInput[] | null;

  @Field(() => String, { nullable: true, description: 'The source text, from which captions for `platforms` are generated.' })
  sourceText?: string | null;

  @Field(() => WordingEnum, {
    nullable: true,
    description: 'How closely generated captions follow the source text; null for the workspace’s default.',
  })
  wording?: Wording | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Further platforms to check: captions for them are generated from the source text by the built-in generator.',
  })
  platforms?: string[] | null;
}

/** Every change of a draft includes the revision that it is based on. */
@InputType()
abstract class SeenDraftInput {
  @Field(() => ID, { description: 'The draft, `drf_…`.' })
  draftId!: string;

  @Field(() => Int, { description: 'The revision that the caller has read; refused as `stale_revision` if there is a newer one.' })
  revision!: number;
}

@InputType('ChangeDraftInput', { description: 'Changes of a draft. Omitted fields stay unchanged.' })
export class ChangeDraftInput extends SeenDraftInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The source text, of at most 100,000 UTF-16 code units. Captions generated from it are generated again; captions written by people or agents are kept.',
  })
  sourceText?: string | null;

  @Field(() => String, { nullable: true, description: 'An http or https URL; null to remove it.' })
  link?: string | null;

  @Field(() => WordingEnum, {
    nullable: true,
    description: 'How closely generated captions follow the source text; null for the workspace’s default.',
  })
  wording?: Wording | null;

  @Field(() => [String], { nullable: true, description: 'The ids of all target platforms.' })
  platforms?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'The connections to publish to, `con_…`; null for every healthy connection of the platforms.',
  })
  connectionIds?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'The earliest publishing time; null to publish as soon as possible.' })
  scheduledAt?: Date | null;

  @Field(() => [PictureInput], { nullable: true, description: 'All pictures and videos, in order; at most 20.' })
  pictures?: PictureInput[] | null;

  @Field(() => [WordsInput], { nullable: true, description: 'The caller’s own captions for some or all platforms.' })
  words?: WordsInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Platforms whose own captions are replaced by ones generated from the source text.',
  })
  commonWords?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A note to the reviewer; null to remove it. Changing it does not require approval again.',
  })
  noteToReviewer?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'All labels. They can be changed in any state, and do not require approval again.',
  })
  labels?: string[] | null;
}

@InputType('RescheduleDraftInput', { description: 'A new time for a draft.' })
export class RescheduleDraftInput extends SeenDraftInput {
  @Field(() => GraphQLDateTime, { nullable: true, description: 'The earliest publishing time; null to publish as soon as possible.' })
  scheduledAt!: Date | null;
}

@ObjectType('WordsCheck', {
  description: 'The result of checking a caption by the same rules as when it is saved and published.',
})
export class WordsCheckType {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => String, { description: 'The text that was checked: given, or generated from the source text.' })
  text!: string;

  @Field(() => [String], { description: 'The tags that were checked.' })
  tags!: string[];

  @Field(() => [String], { description: 'The further posts of the thread.' })
  thread!: string[];

  @Field(() => [ViolationType], { description: 'All violations of the platform’s rules.' })
  violations!: ViolationType[];

  @Field(() => PreviewType, { description: 'The post as readers would see it, with the length of each part.' })
  preview!: PreviewType;

  @Field(() => [SafetyFindingType], { description: 'The findings of the safety checks.' })
  findings!: SafetyFindingType[];
}

const NULL_BEFORE = 'Null for revisions of before 0.7, which have only captions.';

@ObjectType('DraftRevision', {
  implements: NodeType,
  description: 'One revision of a draft’s content: its captions, and what they are for.',
})
export class DraftRevisionType extends NodeType {
  @Field(() => Int, { description: 'The number of the revision, starting at 1.' })
  number!: number;

  @Field(() => GraphQLDateTime, { description: 'When the revision was created.' })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: `The source text. ${NULL_BEFORE}` })
  sourceText!: string | null;

  @Field(() => String, { nullable: true, description: 'The post’s http or https URL; null if it had none, or if `sourceText` is null.' })
  link!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `The number of pictures and videos, including those that were deleted since. ${NULL_BEFORE}`,
  })
  pictureCount!: number | null;

  /** Not in the schema: the field resolvers read the row. */
  row!: CaptionSet;
}

export const DraftRevisionPageType = createPageType('DraftRevision', DraftRevisionType);

export function toDraftRevisionType(row: CaptionSet): DraftRevisionType {
  const { id, revision: number, createdAt, sourceText = null, link = null, mediaIds } = row;
  return { id, number, createdAt, sourceText, link, pictureCount: mediaIds?.length ?? null, row };
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

/** Null counts as omitted for a field that cannot be cleared. */
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
