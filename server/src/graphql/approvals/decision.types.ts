import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Decision } from '../../approvals/approval-decision.entity.ts';
import type { NamedDecision } from '../../approvals/decision-queries.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import type { ContentEdits, EditPreview } from '../../publishing/review/content/preview-edits.ts';
import { PostCostType } from '../credits/price.types.ts';
import { type PayloadType, PayloadType as PayloadTypeClass, toPayloadType } from '../drafts/payload.types.ts';
import { SafetyFindingType, toSafetyFindingType } from '../drafts/safety-finding.types.ts';
import { GivenWordsInput, toWords } from '../drafts/setting.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import { ApprovalType } from './approval.types.ts';
import { GivenSignatureInput } from './signature.types.ts';

@InputType('EditedCaptionInput', { description: 'A person’s words for one platform.' })
class EditedCaptionInput extends GivenWordsInput {
  @Field(() => String, { description: 'One of the platforms that it goes to.' })
  platform!: string;

  @Field(() => [String], { nullable: true, defaultValue: [], description: 'The further posts where it threads.' })
  thread!: string[] | null;
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
    payloads: payloads.map((payload) => toPayloadType({ ...payload, id: `${approvalId}/${payload.position}` }, translate)),
    findings: findings.map((finding) => toSafetyFindingType(finding, translate)),
    posts,
  };
}

const DecisionKindEnum = createEnum<Decision>('DecisionKind', 'What a person decided.', {
  approved: 'This content may go out.',
  rejected: 'This content may not go out.',
  changes_requested: 'The content must change first; see the comment.',
});

@ObjectType('ApprovalDecision', { description: 'The decision of one person. Immutable.' })
export class ApprovalDecisionType {
  @Field(() => ID, { description: 'Identifies the decision.' })
  id!: string;

  @Field(() => DecisionKindEnum, { description: 'What was decided.' })
  decision!: Decision;

  @Field(() => String, { nullable: true, description: 'The reason given with the decision.' })
  comment!: string | null;

  @Field(() => Boolean, { description: 'Whether it was a client, by a link; `by` is their mail address then.' })
  isClient!: boolean;

  @Field(() => Boolean, {
    description: 'Whether a standing approval signed by `by` decided, without a person reading this post; see `Approval.standingApproval`.',
  })
  isStanding!: boolean;

  @Field(() => Boolean, { description: 'Whether an approval was one of those that are needed; false for a client’s opinion.' })
  counts!: boolean;

  @Field(() => String, { description: 'The name of the person who decided.' })
  by!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was decided.' })
  createdAt!: Date;

  @Field(() => Boolean, { description: 'Whether they signed it with a passkey; false: they were signed in.' })
  isSigned!: boolean;
}

@InputType('DecideApprovalInput', { description: 'A decision, with what it was made on.' })
export class DecideApprovalInput {
  @Field(() => ID, { description: 'The request for approval.' })
  approvalId!: string;

  @Field(() => String, {
    description: "The hash of what was seen; refused as `content_changed` when it is not the approval's and today's.",
  })
  contentHash!: string;

  @Field(() => DecisionKindEnum, { description: 'What is decided.' })
  decision!: Decision;

  @Field(() => String, { nullable: true, description: 'The reason, shown to the author of the draft; at most 2,000 characters.' })
  comment!: string | null;

  @Field(() => ContentEditsInput, {
    nullable: true,
    description: 'With `APPROVED` only: change this first, and approve what comes of it. See `Query.editPreview`.',
  })
  edits?: ContentEditsInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'With `edits`: the hash that `editPreview` gave for them; refused as `content_changed` when they make something else.',
  })
  editedHash?: string | null;

  @Field(() => GivenSignatureInput, {
    nullable: true,
    description: 'With `APPROVED`: what the person signed of it, from `beginSignature`; needed where `Approval.needsSignature`.',
  })
  signature?: GivenSignatureInput | null;
}

@ObjectType('DecisionRefusal', { description: 'Why a decision did not take effect; as an error of `decideApproval` says it.' })
class DecisionRefusalType {
  @Field(() => String, { description: 'From the table of errors, for instance `content_changed`.' })
  code!: string;

  @Field(() => String, { description: 'The reason, in a sentence.' })
  message!: string;

  @Field(() => String, { description: 'What to do next, in a sentence.' })
  remedy!: string;
}

@ObjectType('DecisionResult', { description: 'What became of one of several decisions: exactly one of approval and refusal.' })
export class DecisionResultType {
  @Field(() => ID, { description: 'The request for approval that was decided on.' })
  approvalId!: string;

  @Field(() => ApprovalType, {
    nullable: true,
    description: 'The approval in its current state; null if the decision did not take effect.',
  })
  approval!: ApprovalType | null;

  @Field(() => DecisionRefusalType, { nullable: true, description: 'Why not; null where it did.' })
  refusal!: DecisionRefusalType | null;
}

@InputType('DecideApprovalsInput', { description: 'Several decisions in one workspace.' })
export class DecideApprovalsInput {
  @Field(() => ID, { description: 'The workspace of all of them.' })
  workspaceId!: string;

  @Field(() => [DecideApprovalInput], { description: 'At most 50, each on its own content.' })
  decisions!: DecideApprovalInput[];

  @Field(() => GivenSignatureInput, { nullable: true, description: 'One signature over all that are approved.' })
  signature?: GivenSignatureInput | null;
}

export function toApprovalDecisionType({ decision: row, by }: NamedDecision, translate: Translate): ApprovalDecisionType {
  const { id, decision, comment = null, clientLinkId, standingId, counts, signatureId, createdAt } = row;
  const flags = { isClient: clientLinkId != null, isStanding: standingId != null, isSigned: signatureId != null };
  return { id, decision, comment, by: localizeName(by, translate), counts, createdAt, ...flags };
}
