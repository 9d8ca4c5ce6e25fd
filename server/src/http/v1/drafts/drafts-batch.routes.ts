import type { Static } from 'typebox';
import { requireOwnPlace } from '../../../access/authorise.ts';
import type { MountedOperation, Outcome } from '../../engine/operation.ts';
import { IdempotencyHeaders } from '../common.schemas.ts';
import * as examples from '../examples/drafts.ts';
import { createDraftOperation } from './drafts.routes.ts';
import { type BatchOutcomeSchema, CreateDraftsBody, DraftBatchSchema } from './drafts-batch.schemas.ts';

type Body = Static<typeof CreateDraftsBody>;
type BatchOutcome = Static<typeof BatchOutcomeSchema>;

export const createDraftsOperation: MountedOperation = {
  id: 'createDrafts',
  scope: 'drafts:write',
  tag: 'Drafts',
  summary: 'Create many drafts',
  description:
    'Creates up to 100 drafts in one request, each as POST /v1/drafts does and with its own result: a refused entry does not affect the others. Each entry counts as a request towards the rate limits. With an `Idempotency-Key`, a repeated request returns the entries already created and tries the others again. An entry whose `external_id` is taken creates nothing and returns `exists`.',
  headers: IdempotencyHeaders,
  body: CreateDraftsBody,
  success: [{ status: 200, description: 'The result of each entry.', schema: DraftBatchSchema, example: examples.BATCH }],
  example: { body: examples.NEW_DRAFTS },
  each: {
    operation: createDraftOperation as unknown as MountedOperation,
    entries(ctx, body) {
      const { workspace_id: workspaceId, drafts } = body as Body;
      requireOwnPlace(ctx, workspaceId);
      return drafts.map((draft) => ({ ...draft, workspace_id: workspaceId }));
    },
    answer: (body, outcomes) => present((body as Body).drafts, outcomes),
  },
  run() {
    throw new Error('A batch is run entry by entry.');
  },
};

function present(entries: Body['drafts'], outcomes: readonly Outcome[]): Static<typeof DraftBatchSchema> {
  const drafts = outcomes.map((outcome, index) => presentOutcome(entries[index], outcome, index));
  const count = (wanted: BatchOutcome['outcome']) => drafts.filter(({ outcome }) => outcome === wanted).length;
  return { created: count('created'), existing: count('exists'), refused: count('refused'), drafts };
}

function presentOutcome(entry: Body['drafts'][number] | undefined, outcome: Outcome, index: number): BatchOutcome {
  const name = (entry as { external_id?: unknown } | undefined)?.external_id;
  const known = { index, external_id: typeof name === 'string' ? name : null, draft: null, problem: null };
  if ('answer' in outcome) {
    const draft = outcome.answer as NonNullable<BatchOutcome['draft']>;
    return { ...known, outcome: 'created', status: outcome.status, draft_id: draft.draft_id, draft };
  }
  const { status, problem } = outcome;
  if (problem.code === 'already_exists') return { ...known, outcome: 'exists', status: 200, draft_id: String(problem.draft_id) };
  return { ...known, outcome: 'refused', status, draft_id: null, problem };
}
