import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Actor } from '../../access/actor.ts';
import type { Decision } from '../../approvals/approval-decision.entity.ts';
import type { NamedDecision } from '../../approvals/decision-queries.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import type { ContentEdits, EditPreview } from '../../publishing/review/content/preview-edits.ts';
import { PostCostType } from '../credits/price.types.ts';
import { type PayloadType, PayloadType as PayloadTypeClass, toPayloadType } from '../drafts/payload.types.ts';
import { SafetyFindingType, toSafetyFindingType } from '../drafts/safety-finding.types.ts';
import { GivenCaptionInput, toWords } from '../drafts/setting.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import { ApprovalType } from './approval.types.ts';
import { GivenSignatureInput } from './signature.types.ts';

@InputType('EditedCaptionInput', { description: 'A person’s caption for one platform.' })
class EditedCaptionInput extends GivenCaptionInput {}

@InputType('ContentEditsInput', { description: 'Edits made while approving. Omitted fields stay unchanged.' })
export class ContentEditsInput {
  @Field(() => [EditedCaptionInput], { nullable: true, description: 'New captions for some or all of the platforms.' })
  captions?: EditedCaptionInput[] | null;

  @Field(() => [String], { nullable: true, description: 'The ids of the platforms to publish to.' })
  platforms?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'The connections to publish to; null for every healthy connection of the platforms.' })
  connectionIds?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'The earliest publishing time; null to publish as soon as possible.' })
  scheduledAt?: Date | null;
}

@ObjectType('EditPreview', { description: 'The content that edits would result in. Nothing is stored.' })
export class EditPreviewType {
  @Field(() => String, { description: 'The hash of the edited content: pass it to `decideApproval` as `editedHash`.' })
  contentHash!: string;

  @Field(() => [PayloadTypeClass], { description: 'The payloads of the edited content; their ids are placeholders.' })
  payloads!: PayloadType[];

  @Field(() => [SafetyFindingType], { description: 'The findings of the safety checks in the payloads.' })
  findings!: SafetyFindingType[];

  @Field(() => [PostCostType], { description: 'The cost of each post, including surcharges, which may depend on the text.' })
  posts!: PostCostType[];
}

/** Null resets a field, so it is distinguished from an omitted one. */
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

const DecisionKindEnum = createEnum<Decision>('DecisionKind', 'A decision on an approval.', {
  approved: 'The content may be published.',
  rejected: 'The content must not be published.',
  changes_requested: 'The content must be changed first; see the comment.',
});

@ObjectType('ApprovalDecision', { description: 'One person’s decision. Immutable.' })
export class ApprovalDecisionType {
  @Field(() => ID, { description: 'The decision’s id.' })
  id!: string;

  @Field(() => DecisionKindEnum, { description: 'The decision.' })
  decision!: Decision;

  @Field(() => String, { nullable: true, description: 'The reason given with the decision.' })
  comment!: string | null;

  @Field(() => Boolean, { description: 'Whether a client decided, by a client link; `by` is then the client’s email address.' })
  isClient!: boolean;

  @Field(() => Boolean, {
    description: 'Whether a standing approval signed by `by` decided, without a person reading this post; see `Approval.standingApproval`.',
  })
  isStanding!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the decision counts toward the required approvals; false for a client whose decision is advisory.',
  })
  counts!: boolean;

  @Field(() => String, { description: 'The name of the person who decided.' })
  by!: string;

  @Field(() => Boolean, { description: 'Whether the caller made this decision; names are not unique.' })
  isOwn!: boolean;

  @Field(() => GraphQLDateTime, { description: 'When the decision was made.' })
  createdAt!: Date;

  @Field(() => Boolean, { description: 'Whether the decision is signed with a passkey, and not only made in a signed-in session.' })
  isSigned!: boolean;
}

@InputType('DecideApprovalInput', { description: 'A decision and the content that it applies to.' })
export class DecideApprovalInput {
  @Field(() => ID, { description: 'The approval, `apr_…`.' })
  approvalId!: string;

  @Field(() => String, {
    description:
      'The hash of the content that the person has seen; refused as `content_changed` unless it is that of the approval and of the current draft.',
  })
  contentHash!: string;

  @Field(() => DecisionKindEnum, { description: 'The decision.' })
  decision!: Decision;

  @Field(() => String, { nullable: true, description: 'The reason, shown to the author of the draft; at most 2,000 characters.' })
  comment!: string | null;

  @Field(() => ContentEditsInput, {
    nullable: true,
    description: 'Edits to apply before approving; only with `APPROVED`. See `Query.editPreview`.',
  })
  edits?: ContentEditsInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Required with `edits`: the hash returned by `editPreview`; refused as `content_changed` if the edits no longer result in that content.',
  })
  editedHash?: string | null;

  @Field(() => GivenSignatureInput, {
    nullable: true,
    description:
      'The passkey signature over the statement of `beginSignature`; only with `APPROVED`, and required if `Approval.needsSignature`.',
  })
  signature?: GivenSignatureInput | null;
}

@ObjectType('DecisionRefusal', { description: 'Why a decision was refused; the same as an error of `decideApproval`.' })
class DecisionRefusalType {
  @Field(() => String, { description: 'The error code, for instance `content_changed`.' })
  code!: string;

  @Field(() => String, { description: 'The reason, as a sentence.' })
  message!: string;

  @Field(() => String, { description: 'What to do next, as a sentence.' })
  remedy!: string;
}

@ObjectType('DecisionResult', { description: 'The result of one of several decisions: either `approval` or `refusal` is set.' })
export class DecisionResultType {
  @Field(() => ID, { description: 'The approval that the decision was for, `apr_…`.' })
  approvalId!: string;

  @Field(() => ApprovalType, {
    nullable: true,
    description: 'The approval in its current state; null if the decision was refused.',
  })
  approval!: ApprovalType | null;

  @Field(() => DecisionRefusalType, { nullable: true, description: 'Why the decision was refused; null if it was recorded.' })
  refusal!: DecisionRefusalType | null;
}

@InputType('DecideApprovalsInput', { description: 'Several decisions in one workspace.' })
export class DecideApprovalsInput {
  @Field(() => ID, { description: 'The workspace of all the approvals, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => [DecideApprovalInput], { description: 'The decisions, at most 50.' })
  decisions!: DecideApprovalInput[];

  @Field(() => GivenSignatureInput, { nullable: true, description: 'One passkey signature over all approved content.' })
  signature?: GivenSignatureInput | null;
}

export function toApprovalDecisionType(
  { decision: row, by }: NamedDecision,
  { actor, translate }: { actor: Actor; translate: Translate },
): ApprovalDecisionType {
  const { id, decision, comment = null, clientLinkId, standingId, counts, signatureId, createdAt } = row;
  const isOwn = actor.kind === 'user' && row.userId === actor.userId;
  const flags = { isOwn, isClient: clientLinkId != null, isStanding: standingId != null, isSigned: signatureId != null };
  return { id, decision, comment, by: localizeName(by, translate), counts, createdAt, ...flags };
}
