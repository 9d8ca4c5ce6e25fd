import { requireScope, requireWorkspace } from '../access/authorise.ts';
import type { Wording } from '../access/workspace-policies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { checkDraftFields, type DraftFields } from './check-draft-fields.ts';
import type { Draft } from './draft.entity.ts';
import { lockDraft, reviseDraft } from './lock-draft.ts';

/** Absent values stay unchanged. */
export interface DraftChange {
  sourceText?: string;
  link?: string | null;
  /** Null resets it to the workspace's setting. */
  wording?: Wording | null;
  platforms?: string[];
  connectionIds?: string[] | null;
  mediaIds?: string[] | null;
  scheduledAt?: Date | null;
}

export interface ChangedDraft {
  draft: Draft;
  /** False if every value was the same already: nothing was written. */
  isChanged: boolean;
  /** Whether captions that were generated from the old text, link or wording should be generated again. */
  isSourceChanged: boolean;
}

/**
 * Changes the source of a draft under its row lock: revision + 1, state back to `draft`, content hash null
 * until the payloads are rebuilt. The caller supersedes the approval and cancels the job. Throws
 * `stale_revision` if `expectedRevision` (by default that of `draft`) is not the current one. Needs a
 * transaction and `drafts:write`.
 */
export async function changeDraftSource(
  ctx: Context,
  draft: Draft,
  changes: DraftChange,
  expectedRevision = draft.revision,
): Promise<ChangedDraft> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, draft.workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const locked = await lockDraft(ctx, draft.id, expectedRevision);

  const changed = changedFields(locked, changes);
  const isSourceChanged = RENEWING.some((field) => changed.includes(field));
  if (changed.length === 0) return { draft: locked, isChanged: false, isSourceChanged };

  if (locked.editsPublicationId && changed.some((field) => OF_THE_POST.some((fixed) => fixed === field))) {
    throw new DomainError('invalid_state', {
      message: say`This draft edits a published post: only its text can change.`,
      remedy: say`Create a new draft to publish it elsewhere, or with other pictures.`,
    });
  }
  await checkDraftFields(ctx, locked.workspaceId, fieldsToCheck(locked, changes, changed));
  await reviseDraft(ctx, locked);
  for (const field of changed) Object.assign(locked, { [field]: withoutRepeats(changes[field]) });
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: locked.accountId,
    action: 'draft.changed',
    subjectId: locked.id,
    details: { fields: changed, revision: locked.revision },
  });
  return { draft: locked, isChanged: true, isSourceChanged };
}

/** The fields that generated captions depend on. */
const RENEWING = ['sourceText', 'link', 'wording'] as const;
const FIELDS = [...RENEWING, 'platforms', 'connectionIds', 'mediaIds', 'scheduledAt'] as const satisfies (keyof DraftChange)[];
/** The fields that an edit inherits from the published post. */
const OF_THE_POST = ['link', 'platforms', 'connectionIds', 'mediaIds'] as const satisfies (keyof DraftChange)[];
type Field = (typeof FIELDS)[number];

function changedFields(draft: Draft, changes: DraftChange): Field[] {
  return FIELDS.filter(
    (field) => changes[field] !== undefined && JSON.stringify(withoutRepeats(changes[field])) !== JSON.stringify(draft[field] ?? null),
  );
}

/** Only the changes: a previously chosen connection that no longer exists does not prevent another edit. */
function fieldsToCheck(draft: Draft, changes: DraftChange, changed: readonly Field[]): DraftFields {
  const { sourceText, link, scheduledAt, mediaIds } = changes;
  const areTargetsChanged = changed.includes('platforms') || changed.includes('connectionIds');
  const platforms = changes.platforms ?? draft.platforms;
  const connectionIds = changes.connectionIds === undefined ? (draft.connectionIds ?? null) : changes.connectionIds;
  return {
    sourceText,
    link,
    ...(changed.includes('mediaIds') ? { mediaIds } : {}),
    ...(changed.includes('scheduledAt') ? { scheduledAt } : {}),
    ...(areTargetsChanged ? { targets: { platforms, connectionIds } } : {}),
  };
}

function withoutRepeats<T>(value: T): T | unknown[] {
  return Array.isArray(value) ? [...new Set(value)] : value;
}
