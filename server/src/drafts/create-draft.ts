import { requireScope, requireWorkspace } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Wording } from '../access/workspace-policies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { checkDraftFields } from './check-draft-fields.ts';
import { Draft, type PublishMode } from './draft.entity.ts';
import { noteMaker } from './draft-authors.ts';
import { readLabels } from './labels.ts';
import { noteMade } from './lock-draft.ts';
import { noteDetails, readNote } from './note-to-reviewer.ts';
import { type RequestNotice, resolveApprovalRequired } from './resolve-approval-required.ts';

export interface CreateDraftInput {
  workspaceId: string;
  sourceText: string;
  platforms: string[];
  link?: string | null;
  /** How closely generated captions follow the text; defaults to the workspace's setting. */
  wording?: Wording | null;
  /** The chosen connections; all healthy ones of the platforms by default. */
  connectionIds?: string[] | null;
  /** The workspace's images, in order. */
  mediaIds?: string[] | null;
  /** `false` counts only if the grant and the workspace both allow auto. */
  approvalRequired?: boolean;
  publishMode?: PublishMode;
  scheduledAt?: Date | null;
  /** The caller's own id, unique in the workspace. */
  externalId?: string | null;
  /** For the approvers; never sent. */
  noteToReviewer?: string | null;
  /** Labels to find it by; never published. */
  labels?: readonly string[] | null | undefined;
  /** The published post whose text it changes. */
  editsPublicationId?: string | null;
}

/**
 * Creates a draft in state `draft` in the actor's name; the caller flushes. Requests no approval. Needs a transaction
 * and `drafts:write`.
 */
export async function createDraft(ctx: Context, input: CreateDraftInput): Promise<{ draft: Draft; notices: RequestNotice[] }> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const { sourceText, link, wording, scheduledAt, externalId, mediaIds = null } = input;
  const noteToReviewer = readNote(input.noteToReviewer);
  const labels = readLabels(input.labels ?? []);
  // As submitted, so error pointers refer to the right item.
  const targets = { platforms: input.platforms, connectionIds: input.connectionIds ?? null };
  await checkDraftFields(ctx, workspace.id, { sourceText, link, scheduledAt, externalId, noteToReviewer, labels, mediaIds, targets });
  if (externalId) await claimExternalId(ctx, workspace.id, externalId);

  const { notices, ...policy } = resolveApprovalRequired(ctx.actor, workspace, input);
  const draft = ctx.em.create(Draft, {
    ...newDraft(ctx, workspace),
    ...policy,
    sourceText,
    link,
    wording,
    platforms: [...new Set(targets.platforms)],
    connectionIds: targets.connectionIds && [...new Set(targets.connectionIds)],
    mediaIds: mediaIds && [...new Set(mediaIds)],
    scheduledAt,
    externalId,
    noteToReviewer,
    labels,
    editsPublicationId: input.editsPublicationId ?? null,
  });
  noteMade(ctx, draft);
  noteMaker(ctx, draft);
  await recordAudit(ctx, {
    accountId: draft.accountId,
    action: 'draft.created',
    subjectId: draft.id,
    details: {
      platforms: draft.platforms,
      ...(draft.editsPublicationId && { editsPublicationId: draft.editsPublicationId }),
      ...noteDetails(noteToReviewer),
    },
  });
  return { draft, notices };
}

function newDraft({ actor, clock }: Context, workspace: Workspace) {
  const now = clock.now();
  const userId = actor.kind === 'user' ? actor.userId : null;
  return {
    id: newId('drf'),
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    grantId: actor.kind === 'agent' ? actor.grantId : null,
    userId,
    revisedByUserId: userId,
    state: 'draft' as const,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Serialises claiming an external id: without the lock, two requests would both find it free, and the loser could not
 * even read the owner, since the violated constraint ends its transaction.
 */
async function claimExternalId(ctx: Context, workspaceId: string, externalId: string): Promise<void> {
  await lockUntilCommit(ctx.em, `external_id/${workspaceId}/${externalId}`);
  const existing = await ctx.em.findOne(Draft, { workspaceId, externalId });
  if (existing) {
    throw new DomainError('already_exists', {
      message: 'A draft with this external_id exists already in the workspace.',
      remedy: say`Use the existing draft: draft_id is its id, and GET /v1/drafts with the same external_id returns it.`,
      details: { draft_id: existing.id },
      fields: [{ pointer: '/external_id', message: 'is taken by another draft.' }],
    });
  }
}
