import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Decision } from '../../approvals/approval-decision.entity.ts';
import type { NamedDecision } from '../../approvals/decision-queries.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';
import { ApprovalType } from './approval.types.ts';
import { ContentEditsInput } from './edit.types.ts';
import { GivenSignatureInput } from './signature.types.ts';

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
export class DecisionRefusalType {
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
