import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { requireWorkspace } from '../../access/authorise.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { loadApproval } from '../../approvals/approval-queries.ts';
import { type AcceptedSignature, acceptSignature } from '../../approvals/signatures/accept-signature.ts';
import { beginSignature } from '../../approvals/signatures/request-signature.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { approveEdited } from '../../publishing/review/approve-edited.ts';
import { previewEdits } from '../../publishing/review/content/preview-edits.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { ApprovalType, toApprovalType } from './approval.types.ts';
import {
  ContentEditsInput,
  DecideApprovalInput,
  DecideApprovalsInput,
  DecisionResultType,
  EditPreviewType,
  toContentEdits,
  toEditPreviewType,
} from './decision.types.ts';
import { BeginSignatureInput, type GivenSignatureInput, SignatureRequestType } from './signature.types.ts';

const MOST_AT_ONCE = FIELD_RULES.decision.atOnce.maxItems;

@Resolver()
export class DecisionResolver {
  @Authorized('decide')
  @Mutation(() => SignatureRequestType, {
    description:
      'Returns the statement for the signed-in person to sign with a passkey to approve exactly this content. Valid for five minutes, once, in this session. Errors: `not_found`, `insufficient_role`, `passkey_missing`, `content_changed`, `validation_failed`.',
  })
  beginSignature(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => BeginSignatureInput, { description: 'The content about to be approved.' }) {
      workspaceId,
      approvals,
    }: BeginSignatureInput,
  ): Promise<SignatureRequestType> {
    checkCount(approvals.length);
    return mutate(ctx, (tx) => beginSignature(tx, workspaceId, approvals));
  }

  @Authorized('decide')
  @Query(() => EditPreviewType, {
    description:
      'Previews the content with these edits, and its hash for approving it. Stores nothing. For people who may decide. Errors: `not_found`, `insufficient_role`, `validation_failed`, `unknown_platform`, `invalid_state` (a platform has no caption).',
  })
  async editPreview(
    @Ctx() ctx: GraphqlContext,
    @Arg('approvalId', () => ID, { description: 'The approval’s id, `apr_…`.' }) approvalId: string,
    @Arg('edits', () => ContentEditsInput, { description: 'The edits.' }) edits: ContentEditsInput,
  ): Promise<EditPreviewType> {
    return toEditPreviewType(await previewEdits(ctx, approvalId, toContentEdits(edits)), ctx.translate);
  }

  @Authorized('decide')
  @Mutation(() => ApprovalType, {
    description:
      'Records the signed-in person’s decision on exactly this content. With `edits`, applies the edits and approves the result in one step, and returns the approval of the result. Errors: `not_found`, `content_changed`, `already_decided`, `invalid_state`, `insufficient_role`, `self_approval_refused`, `signature_required`, `signature_refused`, `validation_failed`. Agents are always refused.',
  })
  async decideApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => DecideApprovalInput, { description: 'The decision.' }) input: DecideApprovalInput,
  ): Promise<ApprovalType> {
    const signature = await accepted(ctx, input.signature);
    return toApprovalType(await mutate(ctx, (tx) => decide(tx, input, signature)));
  }

  @Authorized('decide')
  @Mutation(() => [DecisionResultType], {
    description:
      'Records several decisions independently: a refused one affects none of the others. Errors, for the whole request: `not_found`, `insufficient_role`, `signature_refused`, `validation_failed`. Agents are always refused.',
  })
  async decideApprovals(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => DecideApprovalsInput, { description: 'The decisions.' }) {
      workspaceId,
      decisions,
      signature: given,
    }: DecideApprovalsInput,
  ): Promise<DecisionResultType[]> {
    await requireWorkspace(ctx, workspaceId, 'decide');
    checkCount(decisions.length);
    const signature = await accepted(ctx, given);
    const results: DecisionResultType[] = [];
    // In sequence, each in its own transaction.
    for (const decision of decisions) results.push(await decideOne(ctx, workspaceId, decision, signature));
    return results;
  }
}

function checkCount(count: number): void {
  if (count >= 1 && count <= MOST_AT_ONCE) return;
  const message = `must be 1 to ${MOST_AT_ONCE} decisions, not ${count}.`;
  throw new DomainError('validation_failed', { message: `The list ${message}`, fields: [{ pointer: '/decisions', message }] });
}

async function decideOne(
  ctx: GraphqlContext,
  workspaceId: string,
  input: DecideApprovalInput,
  signature: AcceptedSignature | null,
): Promise<DecisionResultType> {
  const { approvalId } = input;
  try {
    const approval = await mutate(ctx, async (tx) => {
      const { workspaceId: own } = await loadApproval(tx, approvalId, 'decide');
      if (own !== workspaceId) throw new DomainError('not_found');
      return decide(tx, input, signature);
    });
    return { approvalId, approval: toApprovalType(approval), refusal: null };
  } catch (thrown) {
    // An internal error in one must not hide the results of the others.
    if (!(thrown instanceof DomainError))
      ctx.log.error({ err: thrown, requestId: ctx.requestId }, 'One of several decisions failed with an internal error.');
    const refusal = thrown instanceof DomainError ? thrown : new DomainError('internal_error');
    const { message, remedy } = refusal.said(ctx.translate);
    return { approvalId, approval: null, refusal: { code: refusal.code, message, remedy } };
  }
}

/** Verified and stored before any decision, in its own transaction. */
async function accepted(ctx: Context, signature: GivenSignatureInput | null | undefined): Promise<AcceptedSignature | null> {
  return signature ? acceptSignature(ctx, signature) : null;
}

function decide(
  ctx: Context,
  { edits, editedHash, ...decided }: DecideApprovalInput,
  signature: AcceptedSignature | null,
): Promise<Approval> {
  const input = { ...decided, signature };
  if (!edits) return recordDecision(ctx, input);
  if (input.decision !== 'approved' || !editedHash) {
    const message =
      input.decision === 'approved'
        ? 'Edits require editedHash, the hash that editPreview returned.'
        : 'Edits are allowed only with the decision APPROVED.';
    throw new DomainError('bad_user_input', { message });
  }
  return approveEdited(ctx, { ...input, edits: toContentEdits(edits), editedHash });
}
