import { currentCaptions } from '../captions/caption-queries.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import type { Draft, DraftState } from '../drafts/draft.entity.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import { newId } from '../new-id.ts';
import { Payload } from './payload.entity.ts';
import { currentPayloads, payloadSetsOf } from './payload-queries.ts';
import { type PreparedSet, preparePayloads, type Wording } from './prepare-payloads.ts';

export interface BuiltPayloads {
  contentHash: string;
  payloads: Payload[];
}

/** The content was shown to people or published, so reading it must not change it. */
const FROZEN: readonly DraftState[] = ['in_review', 'approved', 'scheduled', 'publishing', 'published', 'partially_published', 'archived'];

/**
 * Freezes the content of every target: one payload for each connection (or one without, if a platform has
 * none), written once per content hash, and sets the draft's `contentHash`. Building the same content again
 * writes nothing. A draft in review or later keeps its set: supersede its approval first to include, for
 * example, a new connection. Throws `invalid_state` if captions are missing. `words`: the draft's captions,
 * if the caller has them. `isNew`: it cannot have any payloads yet. Needs a transaction.
 */
export async function buildPayloads(
  ctx: Context,
  draft: Draft,
  words?: readonly Wording[],
  { isNew = false } = {},
): Promise<BuiltPayloads> {
  assertTransaction(ctx);
  const locked = await lockDraft(ctx, draft.id);
  if (locked.contentHash && FROZEN.includes(locked.state)) {
    return { contentHash: locked.contentHash, payloads: await currentPayloads(ctx, locked) };
  }
  const wordings = words ?? (await currentCaptions(ctx, locked.id))?.captions ?? [];
  const prepared = await preparePayloads(ctx, locked, wordings);

  const key = { id: locked.id, draftId: locked.id, contentHash: prepared.contentHash };
  const existing = isNew ? [] : ((await payloadSetsOf(ctx, [key])).get(locked.id) ?? []);
  const payloads = existing.length > 0 ? existing : createPayloads(ctx, locked, prepared);
  Object.assign(locked, { contentHash: prepared.contentHash, linkCardId: prepared.linkCardId });
  // A new draft is written in one flush, before the next query.
  if (!isNew) await ctx.em.flush();
  return { contentHash: prepared.contentHash, payloads };
}

function createPayloads(ctx: Context, draft: Draft, { contentHash, payloads }: PreparedSet): Payload[] {
  const { accountId, workspaceId } = draft;
  const createdAt = ctx.clock.now();
  return payloads.map((payload) =>
    ctx.em.create(Payload, { id: newId('pay'), accountId, workspaceId, draftId: draft.id, contentHash, createdAt, ...payload }),
  );
}
