import { currentCaptions } from '../captions/caption-queries.ts';
import { writeCaptions } from '../captions/write-captions.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { changeDraftSource, type DraftChange } from '../drafts/change-draft-source.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import type { DraftResult } from './draft-result.ts';
import { type Words, wordsFor } from './ensure-words.ts';
import { loadDraftResult } from './load-draft-result.ts';
import { standingRequest } from './standing-request.ts';
import { submitContent } from './submit-content.ts';
import { withdrawDraft } from './withdraw-draft.ts';

export interface ChangeDraftInput {
  draftId: string;
  /** The revision the caller has seen; a newer one is `stale_revision`. */
  revision: number;
  changes: DraftChange;
  /** Made before the transaction opened; what is missing comes from the embedded generator. */
  words?: Words | undefined;
}

/**
 * Changes a draft's source, targets or schedule. What was asked for or approved is superseded and
 * asked for again. `invalid_state` once anything was sent. Needs a transaction and `drafts:write`.
 */
export async function changeDraft(ctx: Context, input: ChangeDraftInput): Promise<DraftResult> {
  assertTransaction(ctx);
  const draft = await loadDraft(ctx, input.draftId, 'write');
  const standing = await standingRequest(ctx, draft);
  const { isChanged, isSourceChanged } = await changeDraftSource(ctx, draft, input.changes, input.revision);
  if (!isChanged) return loadDraftResult(ctx, draft, []);
  await withdrawDraft(ctx, draft);
  if (isSourceChanged) await renewGeneratedWords(ctx, draft, input.words);
  if (!standing) return loadDraftResult(ctx, await lockDraft(ctx, draft.id), []);
  return { ...(await submitContent(ctx, draft, { ...standing, words: input.words })), notices: [] };
}

/** Words that were generated from the old source are generated again; those that somebody wrote stay. */
async function renewGeneratedWords(ctx: Context, draft: Draft, words: Words | undefined): Promise<void> {
  const current = await currentCaptions(ctx, draft.id);
  const platforms = (current?.captions ?? [])
    .filter(({ origin, platform }) => ['extractive', 'model'].includes(origin) && draft.platforms.includes(platform))
    .map(({ platform }) => platform);
  if (platforms.length === 0) return;
  const locked = await lockDraft(ctx, draft.id);
  await writeCaptions(ctx, locked, await wordsFor(ctx, locked, platforms, words), 'extractive');
}
