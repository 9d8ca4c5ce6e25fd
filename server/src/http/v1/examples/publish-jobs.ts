import type { Static } from 'typebox';
import type { WholeApprovalSchema } from '../approvals.schemas.ts';
import type { ReadinessSchema } from '../common.schemas.ts';
import type { DraftSchema } from '../drafts/drafts.schemas.ts';
import type { CreatePublishJobBody, EvidenceSchema, PublishJobSchema } from '../publish-jobs.schemas.ts';
import { APPROVED, CAPTION, DRAFT, endedWith, JOB_ENDED, PENDING, WAITING } from './drafts.ts';
import * as fixture from './fixture.ts';

export const NEW_JOB: Static<typeof CreatePublishJobBody> = { workspace_id: fixture.WORKSPACE, draft_id: fixture.DRAFT_ID };

const links = { self: fixture.linkTo(`/publish-jobs/${fixture.JOB_ID}`), draft: fixture.linkTo(`/drafts/${fixture.DRAFT_ID}`) };

export const JOB: Static<typeof PublishJobSchema> = {
  job_id: fixture.JOB_ID,
  draft_id: fixture.DRAFT_ID,
  workspace_id: fixture.WORKSPACE,
  state: 'blocked',
  mode: 'approval',
  content_hash: fixture.CONTENT_HASH,
  revision: 1,
  revisions: [
    {
      revision: 1,
      content_hash: fixture.CONTENT_HASH,
      approval_id: fixture.APPROVAL_ID,
      approval_state: 'pending',
      created_at: fixture.ASKED_AT,
    },
  ],
  superseded_by: null,
  approval_id: fixture.APPROVAL_ID,
  approval_state: 'pending',
  approval: PENDING,
  changes: [],
  publishing_readiness: WAITING,
  publications: [
    {
      publication_id: fixture.PUBLICATION_ID,
      platform: 'sandbox',
      connection_id: fixture.CONNECTION_ID,
      state: 'pending',
      provider_id: null,
      provider_url: null,
      retraction: null,
      first_comment: null,
      verification: null,
      metrics: [],
      metrics_failure: null,
      failure: null,
      published_at: null,
      next_attempt_at: null,
      attempts: [],
      allowed_actions: [],
    },
  ],
  scheduled_at: null,
  created_at: fixture.ASKED_AT,
  updated_at: fixture.ASKED_AT,
  allowed_actions: ['cancel'],
  approval_url: `${fixture.HOST}/approvals/${fixture.APPROVAL_ID}`,
  notices: [],
  _links: links,
};

const { approval_url: _asked, ...decided } = JOB;
const REQUESTS = ['request_edit', 'request_retraction'];

export const PUBLISHED_JOB: Static<typeof PublishJobSchema> = {
  ...decided,
  state: 'published',
  revisions: JOB.revisions.map((revision) => ({ ...revision, approval_state: 'approved' })),
  approval_state: 'approved',
  approval: APPROVED,
  publishing_readiness: endedWith({ code: 'met_when_sent', message: 'It was met when this was published.' }),
  publications: JOB.publications.map((publication) => ({
    ...publication,
    state: 'published',
    provider_id: fixture.POST_ID,
    provider_url: fixture.POST_URL,
    published_at: fixture.PUBLISHED_AT,
    attempts: [{ number: 1, started_at: fixture.DECIDED_AT, ended_at: fixture.PUBLISHED_AT, outcome: 'published', message: null }],
    allowed_actions: REQUESTS,
  })),
  updated_at: fixture.PUBLISHED_AT,
  allowed_actions: REQUESTS,
};

export const CANCELLED_JOB: Static<typeof PublishJobSchema> = {
  ...decided,
  state: 'cancelled',
  revisions: JOB.revisions.map((revision) => ({ ...revision, approval_state: 'superseded' })),
  approval_state: 'superseded',
  approval: { ...PENDING, state: 'superseded' },
  publishing_readiness: endedWith(JOB_ENDED, {
    gate: 'approval',
    code: 'withdrawn',
    message: 'It was cancelled.',
    remedy: 'No action is needed. Submit the draft again only if a person asks for it.',
  }),
  publications: JOB.publications.map((publication) => ({ ...publication, state: 'cancelled' })),
  allowed_actions: [],
};

/** A new job with a new approval. */
export const RETRIED_JOB: Static<typeof PublishJobSchema> = {
  ...JOB,
  job_id: fixture.NEXT_JOB_ID,
  revisions: JOB.revisions.map((revision) => ({ ...revision, approval_id: fixture.NEXT_APPROVAL_ID })),
  approval_id: fixture.NEXT_APPROVAL_ID,
  approval: { ...PENDING, approval_id: fixture.NEXT_APPROVAL_ID },
  publications: JOB.publications.map((publication) => ({ ...publication, publication_id: fixture.NEXT_PUBLICATION_ID })),
  approval_url: `${fixture.HOST}/approvals/${fixture.NEXT_APPROVAL_ID}`,
  _links: { ...links, self: fixture.linkTo(`/publish-jobs/${fixture.NEXT_JOB_ID}`) },
};

export const APPROVAL: Static<typeof WholeApprovalSchema> = {
  ...APPROVED,
  workspace_id: fixture.WORKSPACE,
  draft_id: fixture.DRAFT_ID,
  edits_publication_id: null,
  job_id: fixture.JOB_ID,
  revision: 2,
  reason: null,
  approvals_required: 1,
  signature_required: false,
  hold: null,
  stages: [],
  created_at: fixture.ASKED_AT,
  closed_at: fixture.DECIDED_AT,
  _links: {
    self: fixture.linkTo(`/approvals/${fixture.APPROVAL_ID}`),
    draft: links.draft,
    publish_job: links.self,
  },
};

/** Its parts are shortened here: a real one can be verified offline. */
export const EVIDENCE = {
  format: 'countersign-evidence/1',
  service: fixture.HOST,
  exported_at: '2026-11-21T12:10:00.000Z',
  job: { job_id: fixture.JOB_ID, state: 'published', content_hash: fixture.CONTENT_HASH },
  content: [{ payload_hash: fixture.PAYLOAD_HASH, payload: { text: fixture.TEXT } }],
  approval: { approval_id: fixture.APPROVAL_ID, state: 'approved', content_hash: fixture.CONTENT_HASH },
  publications: [{ publication_id: fixture.PUBLICATION_ID, state: 'published' }],
  audit: [],
  seal: { algorithm: 'Ed25519' },
} as unknown as Static<typeof EvidenceSchema>;

export const RETRACTED_JOB: Static<typeof PublishJobSchema> = {
  ...PUBLISHED_JOB,
  publications: PUBLISHED_JOB.publications.map((publication) => ({
    ...publication,
    retraction: {
      retraction_id: fixture.RETRACTION_ID,
      state: 'requested',
      content_hash: '6b1f0c2d4f8d5f9c6a3b1e0d7c5a4f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d4',
      reason: 'The festival was moved to Sunday.',
      message: null,
      is_post_gone: false,
      requested_at: fixture.PUBLISHED_AT,
      ended_at: null,
    },
  })),
  approval_url: `${fixture.HOST}/jobs/${fixture.JOB_ID}`,
};

/** An edit takes no credits. */
const WAITING_EDIT: Static<typeof ReadinessSchema> = {
  ...WAITING,
  gates: WAITING.gates.map((gate) =>
    gate.gate === 'credits' ? { ...gate, code: 'no_credits_needed', message: 'This uses no credits.' } : gate,
  ),
};

/** The draft that edits the published post. */
export const EDIT_DRAFT: Static<typeof DraftSchema> = {
  ...DRAFT,
  draft_id: fixture.EDIT_DRAFT_ID,
  source_text: fixture.EDITED_TEXT,
  connection_ids: [fixture.CONNECTION_ID],
  edits_publication_id: fixture.PUBLICATION_ID,
  content_hash: fixture.EDIT_HASH,
  approval: { ...PENDING, approval_id: fixture.EDIT_APPROVAL_ID, content_hash: fixture.EDIT_HASH },
  captions: [{ ...CAPTION, text: fixture.EDITED_TEXT, length: 65, origin: 'agent' }],
  publish_job: { job_id: fixture.EDIT_JOB_ID, state: 'blocked', approval_state: 'pending', publishing_readiness: WAITING_EDIT },
  approval_url: `${fixture.HOST}/approvals/${fixture.EDIT_APPROVAL_ID}`,
  _links: { self: fixture.linkTo(`/drafts/${fixture.EDIT_DRAFT_ID}`), publish_job: fixture.linkTo(`/publish-jobs/${fixture.EDIT_JOB_ID}`) },
};
