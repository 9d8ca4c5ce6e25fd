import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { nextState } from '../state-table.ts';
import { Draft } from './draft.entity.ts';
import { remedyOf, requireChangeable } from './draft-remedies.ts';
import { DRAFT_TRANSITIONS, type DraftState } from './draft-states.ts';
import { noteAuthor } from './note-author.ts';

declare const LOCKED: unique symbol;
/** A draft locked by this transaction against changes by others. Only this file creates one. */
export type LockedDraft = Draft & { readonly [LOCKED]: true };

/** The drafts that each transaction has locked, so each is locked only once. */
const lockedBy = new WeakMap<EntityManager, Map<string, Draft>>();
/** Drafts created in this transaction: no one else can have changed them. */
const made = new WeakSet<Draft>();

/**
 * The current draft, locked until the transaction ends. With `expectedRevision`, throws `stale_revision` if it has
 * another. Locks are always taken in this order, to avoid deadlocks: draft, approval, job, publication.
 */
export async function lockDraft(ctx: Context, draftId: string, expectedRevision?: number): Promise<LockedDraft> {
  assertTransaction(ctx);
  const known = lockedBy.get(ctx.em)?.get(draftId);
  // Flushes first: a refresh would lose changes of the draft or of its dependents.
  if (!known || !made.has(known)) await ctx.em.flush();
  const draft = known ?? (await ctx.em.findOne(Draft, draftId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }));
  if (!draft) throw new DomainError('not_found');
  const locked = noteLocked(ctx, draft);
  if (expectedRevision !== undefined && draft.revision !== expectedRevision) {
    throw new DomainError('stale_revision', {
      message:
        expectedRevision > draft.revision
          ? say`The draft is at revision ${draft.revision}; there is no revision ${expectedRevision} of it.`
          : say`The draft is at revision ${draft.revision}, not ${expectedRevision} any more.`,
      details: { revision: draft.revision, expected_revision: expectedRevision },
    });
  }
  return locked;
}

/** Locks several in the order of their ids. Missing drafts are left out; with `skipLocked`, locked ones too. */
export async function lockDrafts(
  ctx: Context,
  draftIds: readonly string[],
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<LockedDraft[]> {
  assertTransaction(ctx);
  await ctx.em.flush();
  const lockMode = skipLocked ? LockMode.PESSIMISTIC_PARTIAL_WRITE : LockMode.PESSIMISTIC_WRITE;
  const drafts = await ctx.em.find(Draft, { id: { $in: [...draftIds] } }, { orderBy: { id: 'asc' }, lockMode, refresh: true });
  return drafts.map((draft) => noteLocked(ctx, draft));
}

/** A draft created in this transaction is invisible to others, so it needs no lock. */
export function noteMade(ctx: Context, draft: Draft): LockedDraft {
  made.add(draft);
  return noteLocked(ctx, draft);
}

function noteLocked({ em }: Context, draft: Draft): LockedDraft {
  const locked = lockedBy.get(em) ?? new Map<string, Draft>();
  lockedBy.set(em, locked.set(draft.id, draft));
  return draft as LockedDraft;
}

/** Brings a draft into a state by its table; where it is there already, nothing happens. The caller flushes. */
export function moveDraft(ctx: Context, draft: LockedDraft, to: DraftState): void {
  if (draft.state === to) return;
  draft.state = nextState('draft', DRAFT_TRANSITIONS, draft.state, to, remedyOf(draft.state));
  draft.updatedAt = ctx.clock.now();
}

/**
 * Marks a draft as changed by the actor, who becomes an author: it leaves any review and has no content hash until
 * its payloads are built. Throws `invalid_state` from publishing on.
 */
export async function reviseDraft(ctx: Context, draft: LockedDraft): Promise<void> {
  requireChangeable(draft);
  moveDraft(ctx, draft, 'draft');
  draft.revision += 1;
  draft.contentHash = null;
  draft.revisedByUserId = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  draft.updatedAt = ctx.clock.now();
  await noteAuthor(ctx, draft);
}
