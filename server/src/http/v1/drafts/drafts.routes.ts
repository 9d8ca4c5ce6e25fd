import { type Static, Type } from 'typebox';
import { keptWords } from '../../../captions/own-words.ts';
import type { Context } from '../../../context.ts';
import type { DraftChange } from '../../../drafts/change-draft-source.ts';
import { DRAFT_STATES, type DraftState } from '../../../drafts/draft.entity.ts';
import { loadDraft } from '../../../drafts/draft-queries.ts';
import { lockDraft } from '../../../drafts/lock-draft.ts';
import { takeNextSlot } from '../../../drafts/next-free-slot.ts';
import { DomainError } from '../../../errors.ts';
import { listDraftPages } from '../../../publishing/read-draft-pages.ts';
import { discardDraft } from '../../../publishing/review/discard-draft.ts';
import { changeDraftCommand, createDraftCommand, submitDraftCommand } from '../../../publishing/review/prepared-commands.ts';
import type { CreateAndSubmitInput } from '../../../publishing/review/submit-draft.ts';
import { type AgentContext, defineOperation, type OperationRequest } from '../../engine/operation.ts';
import { readTags } from '../../engine/perform-operation.ts';
import { closedObject, IdempotencyHeaders, IfMatchHeaders, id, PAGE_FIELDS, timestamp } from '../common.schemas.ts';
import * as examples from '../examples/drafts.ts';
import * as fixture from '../examples/fixture.ts';
import { nextPageHeader } from '../view-parts.ts';
import { ChangeDraftBody, CreateDraftBody, DraftPage, DraftParams, DraftSchema, SubmitDraftBody } from './drafts.schemas.ts';
import { presentDraft, presentDraftPage, presentDraftResult, presentNewDraft, presentWholeDraft } from './drafts.views.ts';

const ListDraftsQuery = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace. Default: the grant’s workspace.')),
    state: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: `^(${DRAFT_STATES.join('|')})(,(${DRAFT_STATES.join('|')}))*$`,
        description: `Return only drafts in this state, or in one of several separated by commas: ${DRAFT_STATES.join(', ')}.`,
      }),
    ),
    external_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Return only the draft with this identifier of yours.' }),
    ),
    platform: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Return only drafts for this platform.' })),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'Return only drafts with this label.' })),
    updated_since: Type.Optional(timestamp('Return only drafts changed at or after this time.')),
    ...PAGE_FIELDS,
  },
  'Filters.',
);

const tag = 'Drafts';

/** Also `/create-post-draft`. */
export const createDraftOperation = defineOperation({
  id: 'createDraft',
  scope: 'drafts:write',
  tag,
  summary: 'Create a draft',
  description:
    'Creates a draft from a source text. With `publish_mode` `approval_queue`, it is also submitted for approval, with captions and payloads; this needs `jobs:write` too. Your own `captions` are checked and never rewritten.',
  headers: IdempotencyHeaders,
  body: CreateDraftBody,
  success: [
    {
      status: 201,
      description: 'The draft, with its approval and publish job if it was submitted.',
      schema: DraftSchema,
      example: examples.DRAFT,
    },
  ],
  location: (_ctx, made) => made._links.self.href,
  example: { body: examples.NEW_DRAFT },
  refuses: ['already_exists', 'unknown_platform', 'invalid_state', 'text_too_complex'],
  prepare: (ctx, { body }) => createDraftCommand.prepare(ctx, toDraftInput(ctx, body)),
  async run(ctx, { body }, prepared) {
    const scheduledAt = await readSchedule(ctx, body.workspace_id, body.scheduled_at);
    const result = await createDraftCommand.run(ctx, { ...toDraftInput(ctx, body), scheduledAt: scheduledAt ?? null }, prepared);
    const view = await presentNewDraft(ctx, result, body.captions !== undefined);
    return { status: 201, body: view };
  },
});

export const listDraftsOperation = defineOperation({
  id: 'listDrafts',
  scope: 'read',
  tag,
  summary: 'List drafts',
  description: 'Lists the workspace’s drafts, newest first.',
  query: ListDraftsQuery,
  success: [{ status: 200, description: 'A page of drafts.', schema: DraftPage, example: { drafts: [examples.DRAFT], next_cursor: null } }],
  example: { query: { state: 'in_review', limit: 25 } },
  refuses: ['unknown_platform'],
  async run(ctx, { query, request }) {
    const workspaceId = query.workspace_id ?? ctx.actor.workspaceId;
    const page = await listDraftPages(ctx, workspaceId, {
      limit: query.limit ?? 25,
      cursor: query.cursor ?? null,
      states: query.state ? (query.state.split(',') as DraftState[]) : null,
      externalId: query.external_id ?? null,
      platform: query.platform ?? null,
      label: query.label ?? null,
      updatedSince: query.updated_since === undefined ? null : new Date(query.updated_since),
    });
    const drafts = page.items.map((item) => presentDraftPage(ctx, item));
    return { status: 200, body: { drafts, next_cursor: page.nextCursor }, headers: nextPageHeader(ctx, request, page.nextCursor) };
  },
});

export const readDraftOperation = defineOperation({
  id: 'readDraft',
  scope: 'read',
  tag,
  summary: 'Read a draft',
  description:
    'Returns the current draft with captions and payloads by any author, decisions, and people’s changes. `ETag` changes with anything in the response, including decisions, and is for `If-None-Match`; `revision` changes only with the content and is for `If-Match`.',
  params: DraftParams,
  success: [{ status: 200, description: 'The draft.', schema: DraftSchema, example: examples.WHOLE_DRAFT }],
  example: { params: { draft_id: fixture.DRAFT_ID } },
  async run(ctx, { params }) {
    const view = await presentWholeDraft(ctx, await loadDraft(ctx, params.draft_id, 'read'));
    return { status: 200, body: view };
  },
});

export const changeDraftOperation = defineOperation({
  id: 'changeDraft',
  scope: 'drafts:write',
  tag,
  summary: 'Change a draft',
  description:
    'Changes the source text, link, captions, wording, platforms, connections, pictures, schedule, note or labels. Existing requests and approvals are superseded, and approval is requested again if the draft was submitted; the note and labels do not affect approvals, and the note cannot be changed after a decision. Needs `If-Match: "<revision>"` with the draft’s `revision` as you read it; `*` matches any.',
  headers: IfMatchHeaders,
  params: DraftParams,
  body: ChangeDraftBody,
  success: [
    {
      status: 200,
      description: 'The changed draft.',
      schema: DraftSchema,
      example: examples.CHANGED_DRAFT,
    },
  ],
  example: { params: { draft_id: fixture.DRAFT_ID }, body: { source_text: examples.CHANGED_DRAFT.source_text } },
  refuses: ['unknown_platform', 'invalid_state', 'text_too_complex'],
  prepare: (ctx, { params, body }) =>
    changeDraftCommand.prepare(ctx, { draftId: params.draft_id, changes: contentChanges(body), captions: wordsOf(ctx, body) }),
  async run(ctx, { params, body, request }, prepared) {
    const scheduledAt = await readSchedule(ctx, ctx.actor.workspaceId, body.scheduled_at);
    const changes = {
      ...contentChanges(body),
      ...(body.media_ids === undefined ? {} : { mediaIds: body.media_ids }),
      ...(body.connection_ids === undefined ? {} : { connectionIds: body.connection_ids }),
      ...(scheduledAt === undefined ? {} : { scheduledAt }),
    };
    if (request.headers['if-match'] === undefined) throw new DomainError('precondition_required');
    const asked = await readIfMatch(ctx, params.draft_id, request);
    const revision = asked ?? (await lockDraft(ctx, (await loadDraft(ctx, params.draft_id, 'write')).id)).revision;
    const result = await changeDraftCommand.run(
      ctx,
      {
        draftId: params.draft_id,
        revision,
        changes,
        captions: wordsOf(ctx, body),
        noteToReviewer: body.note_to_reviewer,
        labels: body.labels,
      },
      prepared,
    );
    const view = await presentDraftResult(ctx, result);
    return { status: 200, body: view };
  },
});

export const archiveDraftOperation = defineOperation({
  id: 'archiveDraft',
  scope: 'drafts:write',
  tag,
  summary: 'Archive a draft',
  description:
    'Archives an unpublished draft. A pending approval is superseded and a pending job is cancelled; published posts stay published. With `If-Match`, only if the draft is unchanged.',
  headers: IfMatchHeaders,
  params: DraftParams,
  success: [{ status: 200, description: 'The archived draft.', schema: DraftSchema, example: examples.ARCHIVED_DRAFT }],
  example: { params: { draft_id: fixture.DRAFT_ID } },
  refuses: ['invalid_state'],
  async run(ctx, { params, request }) {
    const draft = await discardDraft(ctx, params.draft_id, await readIfMatch(ctx, params.draft_id, request));
    return { status: 200, body: await presentDraft(ctx, draft) };
  },
});

export const submitDraftOperation = defineOperation({
  id: 'submitDraft',
  scope: 'jobs:write',
  tag,
  summary: 'Submit a draft',
  description: 'Freezes the content and asks the customer for a decision on it. Missing captions are generated first.',
  headers: IdempotencyHeaders,
  params: DraftParams,
  body: SubmitDraftBody,
  isBodyOptional: true,
  success: [{ status: 200, description: 'The draft with its approval and publish job.', schema: DraftSchema, example: examples.DRAFT }],
  example: { params: { draft_id: fixture.DRAFT_ID }, body: { publish_mode: 'approval_queue' } },
  refuses: ['invalid_state', 'text_too_complex'],
  prepare: (ctx, { params }) => submitDraftCommand.prepare(ctx, { draftId: params.draft_id }),
  async run(ctx, { params, body }, prepared) {
    const result = await submitDraftCommand.run(ctx, { draftId: params.draft_id, mode: body.publish_mode }, prepared);
    return { status: 200, body: await presentDraftResult(ctx, result) };
  },
});

/**
 * The revision in If-Match: the draft's own if it is among several (RFC 9110, 13.1.1), undefined for any. Weak tags
 * never match. Throws `bad_user_input` for another form.
 */
async function readIfMatch(ctx: Context, draftId: string, { headers }: OperationRequest): Promise<number | undefined> {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = [...readTags(header)];
  if (tags.length === 0) {
    throw new DomainError('bad_user_input', {
      message: `If-Match is ${header}, which is not a list of revisions in quotes.`,
      remedy: 'Send If-Match with the revision you read, in quotes.',
    });
  }
  const revisions = tags.flatMap((tag) => /^"(\d{1,9})"$/.exec(tag)?.[1] ?? []).map(Number);
  const [first] = revisions;
  if (first === undefined)
    throw new DomainError('stale_revision', {
      message: `If-Match is ${header}. Send the draft's \`revision\` in quotes; the ETag of a response is only for If-None-Match.`,
    });
  if (revisions.length === 1) return first;
  const { revision } = await lockDraft(ctx, (await loadDraft(ctx, draftId, 'write')).id);
  return revisions.includes(revision) ? revision : Math.max(...revisions);
}

/** Resolves a body's `scheduled_at`: a time, null for none, the workspace's next free slot, or undefined if left out. */
async function readSchedule(ctx: Context, workspaceId: string, value: string | null | undefined): Promise<Date | null | undefined> {
  if (value === undefined || value === null) return value;
  return value === 'next_slot' ? takeNextSlot(ctx, workspaceId) : new Date(value);
}

/** A new draft as its command takes it. */
function toDraftInput(ctx: AgentContext, body: Static<typeof CreateDraftBody>): CreateAndSubmitInput {
  return {
    workspaceId: body.workspace_id,
    sourceText: body.source_text,
    platforms: body.platforms,
    link: body.link ?? null,
    wording: body.wording ?? null,
    connectionIds: body.connection_ids ?? null,
    mediaIds: body.media_ids ?? null,
    externalId: body.external_id ?? null,
    noteToReviewer: body.note_to_reviewer ?? null,
    labels: body.labels,
    altTexts: body.alt_texts,
    captions: body.captions && keptWords(ctx, body.captions),
    ...(body.approval_required === undefined ? {} : { approvalRequired: body.approval_required }),
    ...(body.publish_mode === undefined ? {} : { publishMode: body.publish_mode }),
  };
}

/** The captions that come with a change. */
const wordsOf = (ctx: AgentContext, { captions }: Static<typeof ChangeDraftBody>) => captions && keptWords(ctx, captions);

/** The changes that make captions outdated. */
function contentChanges({ source_text: sourceText, platforms, link, wording }: Static<typeof ChangeDraftBody>): DraftChange {
  return {
    ...(sourceText === undefined ? {} : { sourceText }),
    ...(platforms === undefined ? {} : { platforms }),
    ...(link === undefined ? {} : { link }),
    ...(wording === undefined ? {} : { wording }),
  };
}
