import type { Static } from 'typebox';
import type { DecidedApprovalSchema, GateSchema, ReadinessSchema, TargetReadinessSchema } from '../common.schemas.ts';
import type {
  CaptionSchema,
  CaptionSetSchema,
  CreateCaptionsBody,
  DescribeTextBody,
  DescriptionSchema,
} from '../drafts/captions.schemas.ts';
import type { CreateDraftBody, DraftSchema } from '../drafts/drafts.schemas.ts';
import type { CreateDraftsBody, DraftBatchSchema } from '../drafts/drafts-batch.schemas.ts';
import type { CreatePayloadsBody, PayloadSchema, PayloadSetSchema } from '../drafts/payloads.schemas.ts';
import type { ValidateBody, ValidationSchema } from '../drafts/validate.schemas.ts';
import * as fixture from './fixture.ts';

export const CAPTION: Static<typeof CaptionSchema> = {
  platform: 'sandbox',
  text: fixture.TEXT,
  tags: [],
  length: 57,
  limit: 500,
  unit: 'graphemes',
  origin: 'extractive',
  omissions: [],
  warnings: [],
};

export const CAPTIONS_WANTED: Static<typeof CreateCaptionsBody> = {
  workspace_id: fixture.WORKSPACE,
  draft_id: fixture.DRAFT_ID,
  approval_required: true,
  publish_mode: 'approval_queue',
};

export const CAPTION_SET: Static<typeof CaptionSetSchema> = {
  caption_set_id: fixture.CAPTION_SET_ID,
  draft_id: fixture.DRAFT_ID,
  workspace_id: fixture.WORKSPACE,
  revision: 2,
  status: 'in_review',
  captions: [CAPTION],
  approval_required: true,
  approval: {
    approval_id: fixture.APPROVAL_ID,
    state: 'pending',
    content_hash: fixture.CONTENT_HASH,
    expires_at: fixture.EXPIRES_AT,
  },
  job_id: fixture.JOB_ID,
  allowed_actions: ['caption', 'edit', 'archive'],
  approval_url: `${fixture.HOST}/approvals/${fixture.APPROVAL_ID}`,
  notices: [],
  _links: { draft: fixture.linkTo(`/drafts/${fixture.DRAFT_ID}`), publish_job: fixture.linkTo(`/publish-jobs/${fixture.JOB_ID}`) },
};

export const TEXT_TO_DESCRIBE: Static<typeof DescribeTextBody> = { source_text: fixture.TEXT, platforms: ['sandbox'] };

export const DESCRIPTION: Static<typeof DescriptionSchema> = { captions: [CAPTION], notices: [] };

export const WORDS_TO_CHECK: Static<typeof ValidateBody> = { platforms: ['sandbox'], text: fixture.TEXT };

export const VALIDATION: Static<typeof ValidationSchema> = {
  fits: true,
  platforms: [
    {
      platform: 'sandbox',
      fits: true,
      text: fixture.TEXT,
      posts: [{ text: fixture.TEXT, length: 57, limit: 500, unit: 'graphemes' }],
      faults: [],
      findings: [],
      plain_names: [],
    },
  ],
};

export const PAYLOAD: Static<typeof PayloadSchema> = {
  platform: 'sandbox',
  connection_id: fixture.CONNECTION_ID,
  position: 0,
  payload: { text: fixture.TEXT },
  payload_hash: fixture.PAYLOAD_HASH,
  valid: true,
  violations: [],
  preview: {
    parts: [{ text: fixture.TEXT, facets: [], length: 57, limit: 500, unit: 'graphemes' }],
    link_card: null,
    images: [],
    plain_names: [],
  },
};

export const PAYLOADS_WANTED: Static<typeof CreatePayloadsBody> = {
  workspace_id: fixture.WORKSPACE,
  draft_id: fixture.DRAFT_ID,
  platform: 'sandbox',
};

export const PAYLOAD_SET: Static<typeof PayloadSetSchema> = {
  draft_id: fixture.DRAFT_ID,
  workspace_id: fixture.WORKSPACE,
  revision: 2,
  content_hash: fixture.CONTENT_HASH,
  payloads: [PAYLOAD],
  allowed_actions: ['caption', 'edit', 'archive'],
  approval_url: `${fixture.HOST}/approvals/${fixture.APPROVAL_ID}`,
  _links: { draft: fixture.linkTo(`/drafts/${fixture.DRAFT_ID}`) },
};

export const WAITING: Static<typeof ReadinessSchema> = {
  state: 'waiting',
  gates: [
    { gate: 'launch', status: 'pass', code: 'sandbox_only', message: 'The sandbox publishes before the launch too.', remedy: '' },
    { gate: 'account', status: 'pass', code: 'account_approved', message: 'The account is approved.', remedy: '' },
    { gate: 'permission', status: 'pass', code: 'permitted', message: 'The grant of Newsroom allows it.', remedy: '' },
    {
      gate: 'approval',
      status: 'wait',
      code: 'approval_pending',
      message: 'This content needs approval.',
      remedy: 'An owner or approver of the account decides in the console.',
    },
    { gate: 'connection', status: 'pass', code: 'connected', message: 'The account is connected.', remedy: '' },
    { gate: 'payload', status: 'pass', code: 'payload_valid', message: 'Every payload fits its network.', remedy: '' },
    { gate: 'safety', status: 'pass', code: 'safe', message: 'The safety checks found nothing.', remedy: '' },
    { gate: 'credits', status: 'pass', code: 'credits_available', message: '1 publication credit is needed, 70 available.', remedy: '' },
    {
      gate: 'schedule',
      status: 'pass',
      code: 'not_scheduled',
      message: 'It will be published as soon as all other conditions are met.',
      remedy: '',
    },
  ],
  targets: [targetThatIs('ready')],
};

function targetThatIs(state: 'ready' | 'ended'): Static<typeof TargetReadinessSchema> {
  const name = 'sandbox on Sandbox';
  return { platform: 'sandbox', connection_id: fixture.CONNECTION_ID, state, code: null, name, message: null, remedy: null };
}

/** The gates of a job that has ended: all with this status and message, except the one that ended it. */
export const endedWith = (
  gate: Pick<Static<typeof GateSchema>, 'code' | 'message'>,
  by?: Omit<Static<typeof GateSchema>, 'status'>,
): Static<typeof ReadinessSchema> => ({
  state: 'ended',
  gates: WAITING.gates.map((one) =>
    one.gate === by?.gate ? { ...by, status: 'block' } : { gate: one.gate, status: 'pass', ...gate, remedy: '' },
  ),
  targets: [targetThatIs('ended')],
});
export const JOB_ENDED = { code: 'job_ended', message: 'The job has ended.' };

export const PENDING: Static<typeof DecidedApprovalSchema> = {
  approval_id: fixture.APPROVAL_ID,
  state: 'pending',
  content_hash: fixture.CONTENT_HASH,
  expires_at: fixture.EXPIRES_AT,
  standing_approval_id: null,
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
      decided_at: fixture.DECIDED_AT,
    },
  ],
};

export const NEW_DRAFT: Static<typeof CreateDraftBody> = {
  workspace_id: fixture.WORKSPACE,
  source_text: fixture.TEXT,
  platforms: ['sandbox'],
  approval_required: true,
  publish_mode: 'approval_queue',
};

export const DRAFT: Static<typeof DraftSchema> = {
  draft_id: fixture.DRAFT_ID,
  workspace_id: fixture.WORKSPACE,
  status: 'in_review',
  revision: 2,
  source_text: fixture.TEXT,
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
  labels: [],
  edits_publication_id: null,
  content_hash: fixture.CONTENT_HASH,
  created_at: fixture.MADE_AT,
  updated_at: fixture.ASKED_AT,
  approval: PENDING,
  changes: [],
  publish_job: { job_id: fixture.JOB_ID, state: 'blocked', approval_state: 'pending', publishing_readiness: WAITING },
  allowed_actions: ['caption', 'edit', 'archive'],
  approval_url: `${fixture.HOST}/approvals/${fixture.APPROVAL_ID}`,
  notices: [],
  _links: { self: fixture.linkTo(`/drafts/${fixture.DRAFT_ID}`), publish_job: fixture.linkTo(`/publish-jobs/${fixture.JOB_ID}`) },
};

/** A single draft as it is read. */
export const WHOLE_DRAFT: Static<typeof DraftSchema> = { ...DRAFT, captions: [CAPTION], payloads: [PAYLOAD] };

/** Its content has changed, so a new approval is requested. */
export const CHANGED_DRAFT: Static<typeof DraftSchema> = {
  ...DRAFT,
  revision: 4,
  source_text: 'We re-open on Saturday at eight in the morning.',
  content_hash: fixture.NEXT_CONTENT_HASH,
  approval: { ...PENDING, approval_id: fixture.NEXT_APPROVAL_ID, content_hash: fixture.NEXT_CONTENT_HASH },
  approval_url: `${fixture.HOST}/approvals/${fixture.NEXT_APPROVAL_ID}`,
};

const { approval_url: _asked, ...archived } = DRAFT;
export const ARCHIVED_DRAFT: Static<typeof DraftSchema> = {
  ...archived,
  status: 'archived',
  approval: { ...PENDING, state: 'superseded' },
  publish_job: {
    job_id: fixture.JOB_ID,
    state: 'cancelled',
    approval_state: 'superseded',
    publishing_readiness: endedWith(JOB_ENDED, {
      gate: 'approval',
      code: 'archived',
      message: 'The draft was archived.',
      remedy: 'No action is needed. Create a new draft only if a person asks for it.',
    }),
  },
  allowed_actions: [],
};

export const NEW_DRAFTS: Static<typeof CreateDraftsBody> = {
  workspace_id: fixture.WORKSPACE,
  drafts: [
    { source_text: fixture.TEXT, platforms: ['sandbox'], publish_mode: 'approval_queue', external_id: 'reopening' },
    { platforms: ['sandbox'], external_id: 'music' },
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
      draft_id: fixture.DRAFT_ID,
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
        type: `${fixture.HOST}/api-docs#validation_failed`,
        title: 'The request does not match the schema.',
        status: 422,
        detail: 'The request does not match the schema.',
        code: 'validation_failed',
        remedy: 'Correct the fields listed in `errors`.',
        request_id: '756cc4b4-582e-41eb-abbe-43d601b69ebb',
        errors: [{ pointer: '/source_text', message: 'source_text is required.' }],
      },
    },
  ],
};
