import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { Settings } from '../../platforms/platform.ts';
import type { ContentEdits, EditPreview } from '../../publishing/review/content/preview-edits.ts';
import { PostCostType } from '../credits/price.types.ts';
import { type PayloadType, PayloadType as PayloadTypeClass, toPreparedPayloadType } from '../drafts/payload.types.ts';
import { SafetyFindingType, toSafetyFindingType } from '../drafts/safety-finding.types.ts';
import { SETTINGS_GIVEN, toWords } from '../drafts/setting.types.ts';

@InputType('EditedCaptionInput', { description: 'A person’s words for one platform.' })
export class EditedCaptionInput {
  @Field(() => String, { description: 'One of the platforms that it goes to.' })
  platform!: string;

  @Field(() => String, { description: 'The whole post as it should go out.' })
  text!: string;

  @Field(() => [String], { description: 'Without the number sign; may be empty.' })
  tags!: string[];

  @Field(() => [String], { nullable: true, defaultValue: [], description: 'The further posts where it threads.' })
  thread!: string[] | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: SETTINGS_GIVEN })
  settings?: Settings | null;
}

@InputType('ContentEditsInput', { description: 'What a person changes in the very act of approving. What is left out stays as it is.' })
export class ContentEditsInput {
  @Field(() => [EditedCaptionInput], { nullable: true, description: 'New words for some of the platforms.' })
  captions?: EditedCaptionInput[] | null;

  @Field(() => [String], { nullable: true, description: 'Where it goes: platform identifiers.' })
  platforms?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'The chosen connections; null for every healthy one of the platforms.' })
  connectionIds?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Not before this moment; null: as soon as it may.' })
  scheduledAt?: Date | null;
}

@ObjectType('EditPreview', { description: 'What would go out with some edits. Nothing of it is written.' })
export class EditPreviewType {
  @Field(() => String, { description: 'What a person signs who approves these edits: hand it to `decideApproval` as `editedHash`.' })
  contentHash!: string;

  @Field(() => [PayloadTypeClass], { description: 'As they would be frozen; the ids are placeholders.' })
  payloads!: PayloadType[];

  @Field(() => [SafetyFindingType], { description: 'What the safety checks find in them.' })
  findings!: SafetyFindingType[];

  @Field(() => [PostCostType], { description: 'What each post takes then; other words may take another surcharge.' })
  posts!: PostCostType[];
}

/** GraphQL distinguishes null, which has a meaning here, from a field left out. */
export function toContentEdits({ captions, platforms, connectionIds, scheduledAt }: ContentEditsInput): ContentEdits {
  return {
    ...(captions ? { captions: captions.map((caption) => toWords({ ...caption, thread: caption.thread ?? [] })) } : {}),
    ...(platforms ? { platforms } : {}),
    ...(connectionIds === undefined ? {} : { connectionIds }),
    ...(scheduledAt === undefined ? {} : { scheduledAt }),
  };
}

export function toEditPreviewType(
  { approvalId, contentHash, payloads, findings, posts }: EditPreview,
  translate: Translate,
): EditPreviewType {
  return {
    contentHash,
    payloads: payloads.map((payload) => toPreparedPayloadType(payload, `${approvalId}/${payload.position}`, translate)),
    findings: findings.map((finding) => toSafetyFindingType(finding, translate)),
    posts,
  };
}
