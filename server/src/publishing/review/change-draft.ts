import { requireScope, requireWorkspace } from '../../access/authorise.ts';
import { findApprovals } from '../../approvals/approval-queries.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Caption } from '../../captions/caption.entity.ts';
import type { GeneratedCaption } from '../../captions/caption-generator.ts';
import { currentCaptions } from '../../captions/caption-queries.ts';
import { personsWordsKept, type WrittenCaptions, writeCaptions } from '../../captions/write-captions.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { changeDraftSource, type DraftChange } from '../../drafts/change-draft-source.ts';
import { checkDraftFields } from '../../drafts/check-draft-fields.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { labelDraft } from '../../drafts/labels.ts';
import { type LockedDraft, lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { writeNoteToReviewer } from '../../drafts/note-to-reviewer.ts';
import type { RequestNotice } from '../../drafts/resolve-approval-required.ts';
import { say } from '../../languages/sentence.ts';
import { advanceJob, enqueuePending } from '../jobs/advance-job.ts';
import { liveJobOf, publicationsIn } from '../jobs/load-job.ts';
import { moveJob, refuseSent } from '../jobs/roll-up-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { type PreparedCaptions, wordsFor } from './content/prepare-content.ts';
import { reviseContent } from './content/revise-content.ts';
import { type DraftResult, loadDraftResult } from './draft-result.ts';
import { moveAsksAgain } from './preview-move.ts';

export interface ChangeDraftInput {
  draftId: string;
  /** The revision the caller has seen; a newer one is `stale_revision`. */
  revision: number;
  changes: DraftChange;
  /**
   * Null removes it; undefined leaves it unchanged. It is not part of the approved content, so changing it requests
   * no new approval.
   */
  noteToReviewer?: string | null | undefined;
  /** All its labels; they are no content either. */
  labels?: readonly string[] | undefined;
  /** The caller's own captions for some or all platforms. */
  captions?: readonly GeneratedCaption[] | undefined;
  /** Platforms whose captions are generated from the source again, also where a person wrote them. */
  commonWords?: readonly string[] | undefined;
  /** Generated before the transaction; missing ones come from the built-in generator. */
  words?: PreparedCaptions | undefined;
}

/**
 * Changes a draft's source, targets, schedule or captions. Its approval is superseded and requested again, unless
 * only the time changes and the workspace's policy keeps it. `invalid_state` once anything was sent. Needs a
 * transaction, `drafts:write`, and `captions:write` for captions.
 */
export async function changeDraft(ctx: Context, input: ChangeDraftInput): Promise<DraftResult> {
  assertTransaction(ctx);
  const draft = await loadDraft(ctx, input.draftId, 'write');
  if (input.noteToReviewer !== undefined) {
    const noted = await writeNoteToReviewer(ctx, draft, input.noteToReviewer, input.revision);
    if (!hasChanges(input) && input.labels === undefined) return loadDraftResult(ctx, noted, []);
  }
  if (input.labels !== undefined) {
    const labelled = await labelDraft(ctx, draft, input.labels, input.revision);
    if (!hasChanges(input)) return loadDraftResult(ctx, labelled, []);
  }
  const moved = await moveOnly(ctx, draft, input);
  if (moved) return loadDraftResult(ctx, moved, []);

  const notices: RequestNotice[] = [];
  const { submitted } = await reviseContent(ctx, draft, {
    words: input.words,
    async write(locked) {
      const written = await write(ctx, locked, input);
      notices.push(...written.notices);
      return written.isChanged;
    },
  });
  const result = submitted ?? (await loadDraftResult(ctx, await lockDraft(ctx, draft.id), []));
  return { ...result, notices: [...notices, ...result.notices] };
}

function hasChanges({ changes, captions, commonWords }: ChangeDraftInput): boolean {
  return captions !== undefined || commonWords !== undefined || Object.values(changes).some((value) => value !== undefined);
}

type Write = Pick<WrittenCaptions, 'isChanged' | 'notices'>;

async function write(ctx: Context, draft: LockedDraft, input: ChangeDraftInput): Promise<Write> {
  const { isChanged, isSourceChanged } = await changeDraftSource(ctx, draft, input.changes, input.revision);
  const given = await writeGivenWords(ctx, draft, input.captions ?? []);
  const renewed = await renewWords(ctx, draft, input, isSourceChanged);
  return { isChanged: isChanged || given.isChanged || renewed.isChanged, notices: [...given.notices, ...renewed.notices] };
}

/** The draft at its new time, if nothing else changes and no new approval is needed; otherwise null. */
async function moveOnly(ctx: Context, draft: Draft, input: ChangeDraftInput): Promise<Draft | null> {
  const { scheduledAt, ...others } = input.changes;
  const hasOthers = hasChanges({ ...input, changes: others });
  return scheduledAt === undefined || hasOthers ? null : moveDraftTime(ctx, draft, scheduledAt, input.revision);
}

async function writeGivenWords(ctx: Context, draft: Draft, captions: readonly GeneratedCaption[]): Promise<Write> {
  if (captions.length === 0) return NOTHING;
  requireScope(ctx, 'captions:write');
  return writeCaptions(ctx, draft, captions, ctx.actor.kind === 'agent' ? 'agent' : 'person');
}

const NOTHING: Write = { isChanged: false, notices: [] };

/**
 * Regenerates captions that were generated from the old source, and those reset to it; other captions that a
 * person or an agent wrote are kept.
 */
async function renewWords(ctx: Context, draft: Draft, input: ChangeDraftInput, isSourceChanged: boolean): Promise<Write> {
  const { words, commonWords = [], captions: given = [] } = input;
  if (!isSourceChanged && commonWords.length === 0) return NOTHING;
  if (commonWords.length > 0) requireScope(ctx, 'captions:write');
  const current = (await currentCaptions(ctx, draft.id))?.captions.filter(({ platform }) => draft.platforms.includes(platform)) ?? [];
  const renewed = current.filter(
    ({ origin, platform }) => commonWords.includes(platform) || (isSourceChanged && (origin === 'extractive' || origin === 'model')),
  );
  const isGiven = (platform: string) => given.some((caption) => caption.platform === platform);
  const kept = current.filter((caption) => !renewed.includes(caption) && !isGiven(caption.platform));
  const isTextSent = isSourceChanged && input.changes.sourceText !== undefined && ctx.actor.kind === 'agent';
  const notices = isTextSent ? noticesOfKept(kept) : [];
  if (renewed.length === 0) return { isChanged: false, notices };
  const locked = await lockDraft(ctx, draft.id);
  const platforms = renewed.map(({ platform }) => platform);
  const written = await writeCaptions(ctx, locked, await wordsFor(ctx, locked, platforms, words), 'extractive', { replace: true });
  return { isChanged: written.isChanged, notices: [...notices, ...written.notices] };
}

/** A program that answers a reviewer would otherwise ask for a decision on the same words again. */
function noticesOfKept(kept: readonly Pick<Caption, 'origin' | 'platform'>[]): RequestNotice[] {
  const { persons = [], own = [] } = Object.groupBy(kept, ({ origin }) => (origin === 'person' ? 'persons' : 'own'));
  const notices = persons.map(({ platform }) => personsWordsKept(platform));
  return own.length > 0 ? [captionsKept(own.map(({ platform }) => platform)), ...notices] : notices;
}

function captionsKept(platforms: readonly string[]): RequestNotice {
  return {
    code: 'captions_kept',
    message: say`The captions for ${platforms.join(', ')} were not generated from the source text, so they stay as they are. Send captions to change them.`,
  };
}

/**
 * Reschedules a draft and keeps its submission and approval, if the workspace's policy permits it; the content stays
 * identical. Null if the move needs a new approval, or if there is no submission: then it is an ordinary change.
 * Needs a transaction.
 */
async function moveDraftTime(ctx: Context, draft: Draft, at: Date | null, revision: number): Promise<Draft | null> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const locked = await lockDraft(ctx, draft.id, revision);
  const job = await liveJobOf(ctx, locked.id);
  const approval = job?.approvalId ? ((await findApprovals(ctx, [job.approvalId])).get(job.approvalId) ?? null) : null;
  if (!job || moveAsksAgain(ctx.actor, { workspace, job, approval, at })) return null;
  if (locked.scheduledAt?.getTime() === at?.getTime()) return locked;
  await checkDraftFields(ctx, workspace.id, { scheduledAt: at });
  refuseSent(job, await publicationsIn(ctx, job.id));

  const from = locked.scheduledAt ?? null;
  Object.assign(locked, { scheduledAt: at, revision: locked.revision + 1, updatedAt: ctx.clock.now() });
  Object.assign(job, { scheduledAt: at, quietUntil: null });
  await recordAudit(ctx, {
    accountId: locked.accountId,
    action: 'draft.moved',
    subjectId: locked.id,
    details: { from, to: at, approvalId: approval?.id ?? null, revision: locked.revision },
  });
  await retime(ctx, locked, job);
  return locked;
}

/** The entry for the old time finds nothing to do; this adds one for the new time. */
async function retime(ctx: Context, draft: LockedDraft, job: PublishJob): Promise<void> {
  if (job.state === 'queued') moveJob(ctx, job, 'ready');
  await ctx.em.flush();
  const { job: moved } = await advanceJob(ctx, job.id);
  if (moved.state !== 'ready') return;
  if (draft.state === 'approved') moveDraft(ctx, draft, 'scheduled');
  await enqueuePending(ctx, [moved]);
}
