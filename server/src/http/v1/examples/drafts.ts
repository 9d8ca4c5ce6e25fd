import type { Static } from 'typebox';
import type { DecidedApprovalSchema, ReadinessSchema } from '../common.schemas.ts';
import type { CreateDraftBody, DraftSchema } from '../drafts/drafts.schemas.ts';
import type { CreateDraftsBody, DraftBatchSchema } from '../drafts/drafts-batch.schemas.ts';
import { CAPTION } from './captions.ts';
import { PAYLOAD } from './payloads.ts';
import * as story from './story.ts';

export const WAITING: Static<typeof ReadinessSchema> = {
  state: 'waiting',
  gates: [
    { gate: 'launch', status: 'pass', code: 'sandbox_only', message: 'Only the sandbox publishes so far.', remedy: '' },
    { gate: 'account', status: 'pass', code: 'approved', message: 'The account is approved.', remedy: '' },
    { gate: 'permission', status: 'pass', code: 'granted', message: 'The agent may publish here.', remedy: '' },
    {
      gate: 'approval',
      status: 'wait',
      code: 'approval_pending',
      message: 'A person has to approve this content.',
      remedy: 'An owner or approver of the account decides in the console.',
    },
    { gate: 'connection', status: 'pass', code: 'connected', message: 'Every account is connected.', remedy: '' },
    { gate: 'payload', status: 'pass', code: 'valid', message: 'Every post fits its platform.', remedy: '' },
    { gate: 'safety', status: 'pass', code: 'clean', message: 'Nothing was found that must not go out.', remedy: '' },
    { gate: 'credits', status: 'pass', code: 'sufficient', message: 'There are enough credits.', remedy: '' },
    { gate: 'schedule', status: 'pass', code: 'due', message: 'It may go out at once.', remedy: '' },
  ],
};

export const PENDING: Static<typeof DecidedApprovalSchema> = {
  approval_id: story.APPROVAL_ID,
  state: 'pending',
  content_hash: story.CONTENT_HASH,
  expires_at: story.EXPIRES_AT,
  decisions: [],
};

export const APPROVED: Static<typeof DecidedApprovalSchema> = {
  ...PENDING,
  state: 'approved',
  decisions: [
    {
      decision: 'approved',
      comment: 'Lovely. See you on Saturday.',
      role: 'owner',
      client: null,
      signed: false,
      decided_at: story.DECIDED_AT,
    },
  ],
};

export const NEW_DRAFT: Static<typeof CreateDraftBody> = {
  workspace_id: story.WORKSPACE,
  source_text: story.TEXT,
  platforms: ['sandbox'],
  approval_required: true,
  publish_mode: 'approval_queue',
};

export const DRAFT: Static<typeof DraftSchema> = {
  draft_id: story.DRAFT_ID,
  workspace_id: story.WORKSPACE,
  status: 'in_review',
  revision: 2,
  source_text: story.TEXT,
  link: null,
  wording: null,
  platforms: ['sandbox'],
  connection_ids: null,
  media_ids: [],
  publish_mode: 'approval_queue',
  approval_required: true,
  scheduled_at: null,
  external_id: null,
  note_to_reviewer: null,
  content_hash: story.CONTENT_HASH,
  created_at: story.MADE_AT,
  updated_at: story.ASKED_AT,
  approval: PENDING,
  changes: [],
  publish_job: { job_id: story.JOB_ID, state: 'blocked', approval_state: 'pending', publishing_readiness: WAITING },
  allowed_actions: ['caption', 'edit', 'archive'],
  approval_url: `${story.HOST}/approvals/${story.APPROVAL_ID}`,
  notices: [],
  _links: { self: story.linkTo(`/drafts/${story.DRAFT_ID}`), publish_job: story.linkTo(`/publish-jobs/${story.JOB_ID}`) },
};

/** As one draft is read. */
export const WHOLE_DRAFT: Static<typeof DraftSchema> = { ...DRAFT, captions: [CAPTION], payloads: [PAYLOAD] };

const { approval_url: _asked, ...archived } = DRAFT;
export const ARCHIVED_DRAFT: Static<typeof DraftSchema> = {
  ...archived,
  status: 'archived',
  approval: { ...PENDING, state: 'superseded' },
  publish_job: null,
  allowed_actions: [],
  _links: { self: DRAFT._links.self },
};

export const NEW_DRAFTS: Static<typeof CreateDraftsBody> = {
  workspace_id: story.WORKSPACE,
  drafts: [
    { source_text: story.TEXT, platforms: ['sandbox'], publish_mode: 'approval_queue', external_id: 'reopening' },
    { source_text: 'On Sunday there is music from three.', platforms: ['myspace'], external_id: 'music' },
  ],
};

export const BATCH: Static<typeof DraftBatchSchema> = {
  created: 1,
  existing: 0,
  refused: 1,
  drafts: [
    {
      index: 0,
      external_id: 'reopening',
      outcome: 'created',
      status: 201,
      draft_id: story.DRAFT_ID,
      draft: { ...DRAFT, external_id: 'reopening' },
      problem: null,
    },
    {
      index: 1,
      external_id: 'music',
      outcome: 'refused',
      status: 422,
      draft_id: null,
      draft: null,
      problem: {
        type: `${story.HOST}/api-docs#unknown_platform`,
        title: 'A platform is not known.',
        status: 422,
        detail: 'There is no platform "myspace".',
        code: 'unknown_platform',
        remedy: 'Use one of the platforms named in the message.',
        request_id: '756cc4b4-582e-41eb-abbe-43d601b69ebb',
      },
    },
  ],
};
