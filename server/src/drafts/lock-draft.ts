import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Actor, Scope } from '../access/actor.ts';
import { requireWorkspace, roleMay } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { nextState } from '../state-table.ts';
import { DRAFT_TRANSITIONS, Draft, type DraftState } from './draft.entity.ts';
import { noteAuthor } from './draft-authors.ts';

const [EDIT, REMOVE] = ['POST /v1/publications/{publication_id}/edit', 'POST /v1/publications/{publication_id}/retraction'];
const PUBLISHED = say`Published content does not change with its draft. For each publication_id of its publish job, request an edit with ${EDIT}, or the removal with ${REMOVE}. Create a new draft only for another post.`;

/** The remedy for a draft that cannot be changed or submitted, by its state. */
const REMEDIES: Partial<Record<DraftState, Sentence>> = {
  publishing: say`Wait until its publish job has ended, then read the draft again.`,
  published: PUBLISHED,
  partially_published: PUBLISHED,
  archived: say`An archived draft stays archived. Create a new draft.`,
  rejected: say`Change the draft, then submit it again.`,
};

export function remedyOf(state: DraftState): Sentence | undefined {
  return REMEDIES[state];
}

/** Throws `invalid_state` if the content and targets of a draft can no longer change. */
export function requireChangeable({ state }: Draft): void {
  if (state === 'draft' || DRAFT_TRANSITIONS[state].includes('draft')) return;
  throw new DomainError('invalid_state', {
    message: say`The draft is ${state.replaceAll('_', ' ')} and cannot be changed.`,
    remedy: remedyOf(state),
    details: { from: state, to: 'draft' },
  });
}

/** States of a draft without a live job from which it cannot be submitted. */
const OVER: readonly DraftState[] = ['published', 'partially_published', 'rejected', 'archived'];

/** Throws `invalid_state` if a draft without a live job cannot be submitted as it is. */
export function requireSubmittable({ state }: Draft): void {
  if (!OVER.includes(state)) return;
  throw new DomainError('invalid_state', {
    message: say`The draft is ${state.replaceAll('_', ' ')} and cannot be submitted.`,
    remedy: remedyOf(state),
    details: { from: state, to: 'in_review' },
  });
}

/** A caller, or an agent of which only the grant is known. */
export type ActionTaker = Exclude<Actor, { kind: 'agent' }> | Pick<Extract<Actor, { kind: 'agent' }>, 'kind' | 'workspaceId' | 'scopes'>;

export type DraftAction = 'caption' | 'submit' | 'edit' | 'archive' | 'publish';

/** The scope that an agent needs for each; a person needs a role that may write. */
const SCOPE_FOR: Record<DraftAction, Scope> = {
  caption: 'captions:write',
  submit: 'jobs:write',
  edit: 'drafts:write',
  archive: 'drafts:write',
  publish: 'jobs:write',
};

/**
 * The states from which a draft can be submitted: not while an approval is open or given, and not if its content was
 * rejected.
 */
const SUBMITTABLE: readonly DraftState[] = ['draft', 'changes_requested', 'failed'];

const FAILURES = prepared(({ drafts }: Places<{ drafts: BoundValue }>) =>
  tables
    .selectFrom('publish_jobs as j')
    .innerJoin('publications as p', 'p.job_id', 'j.id')
    .select(['j.draft_id as draftId', 'j.content_hash as contentHash', 'j.superseded_by as supersededBy'])
    .select(['p.failure_code as code', 'p.failure_message as message'])
    .where('j.draft_id', '=', anyOf(drafts))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('publish_jobs as later')
            .select('later.id')
            .whereRef('later.draft_id', '=', 'j.draft_id')
            .whereRef('later.id', '>', 'j.id'),
        ),
      ),
    )
    .where('p.superseded_at', 'is', null)
    .where('p.failure_code', 'in', [literal('rejected'), literal('edit_outdated')]),
);

/** What the newest publish jobs of these drafts failed with that stays so. */
export const finalFailures = ({ em }: Pick<Context, 'em'>, draftIds: readonly string[]) => query(em, FAILURES({ drafts: idsOf(draftIds) }));

/** Why the content of failed drafts cannot be sent again as it is, by draft id. No query without a failed draft. */
export async function failuresOf(
  ctx: Pick<Context, 'em'>,
  drafts: readonly Pick<Draft, 'id' | 'state'>[],
): Promise<Map<string, DraftFailure[]>> {
  const failed = drafts.flatMap(({ id, state }) => (state === 'failed' ? [id] : []));
  if (failed.length === 0) return new Map();
  return Map.groupBy(await finalFailures(ctx, failed), ({ draftId }) => draftId);
}

interface DraftFailure {
  code: string | null;
}

/**
 * An edit of a post that was edited or removed since has nothing to change; only a person can know that a network would take
 * the same content now.
 */
const isFinal = ({ code }: DraftFailure, { kind }: Pick<ActionTaker, 'kind'>): boolean => code === 'edit_outdated' || kind === 'agent';

/**
 * What this caller may do next with the draft, by its state and their scopes or role; nothing in an archived
 * workspace. `failures`: those of a failed draft. `publish` means queueing without an approval. For approvers, see
 * approvals/approval.policy.ts.
 */
export function allowedDraftActions(
  draft: Pick<Draft, 'state' | 'approvalRequired'>,
  actor: ActionTaker,
  workspace: Pick<Workspace, 'id' | 'accountId' | 'allowsAuto' | 'archivedAt'>,
  failures: readonly DraftFailure[] = [],
): DraftAction[] {
  if (workspace.archivedAt) return [];
  const isEditable = draft.state === 'draft' || DRAFT_TRANSITIONS[draft.state].includes('draft');
  const isSubmittable = SUBMITTABLE.includes(draft.state) && !failures.some((failure) => isFinal(failure, actor));
  const allowed: Record<DraftAction, boolean> = {
    caption: isEditable,
    submit: isSubmittable,
    edit: isEditable,
    archive: DRAFT_TRANSITIONS[draft.state].includes('archived'),
    publish:
      isSubmittable && !draft.approvalRequired && workspace.allowsAuto && actor.kind === 'agent' && actor.scopes.includes('publish:auto'),
  };
  const actions: DraftAction[] = ['caption', 'submit', 'edit', 'archive', 'publish'];
  return actions.filter((action) => allowed[action] && mayWrite(actor, workspace, SCOPE_FOR[action]));
}

function mayWrite(actor: ActionTaker, workspace: Pick<Workspace, 'id' | 'accountId'>, scope: Scope): boolean {
  if (actor.kind === 'agent') return actor.workspaceId === workspace.id && actor.scopes.includes(scope);
  if (actor.kind === 'user') return roleMay(actor.roles.get(workspace.accountId), 'write');
  return actor.kind === 'operator';
}

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
          : say`The draft is now at revision ${draft.revision}, not ${expectedRevision}.`,
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

/** Moves a draft to a state by its table; no effect if it is there already. The caller flushes. */
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

/**
 * Archives an unpublished draft permanently. Changes only the draft: if it was submitted, publishing/
 * supersedes the approval and cancels the job first. Needs a transaction.
 */
export async function archiveDraft(ctx: Context, draft: Draft): Promise<Draft> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, draft.workspaceId, 'write');
  const locked = await lockDraft(ctx, draft.id);
  const from = locked.state;
  locked.state = nextState('draft', DRAFT_TRANSITIONS, from, 'archived', remedyOf(from));
  locked.updatedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: locked.accountId, action: 'draft.archived', subjectId: locked.id, details: { from } });
  return locked;
}
