import type { Static } from 'typebox';
import type { PrecheckBody, PrecheckSchema, UsageSchema } from '../account/usage.schemas.ts';
import type { WholeApprovalSchema } from '../approvals/approvals.schemas.ts';
import type { EvidenceSchema } from '../publish-jobs/evidence.schemas.ts';
import type { CreatePublishJobBody, PublishJobSchema } from '../publish-jobs/publish-jobs.schemas.ts';
import { APPROVED, PENDING, WAITING } from './drafts.ts';
import * as story from './story.ts';

export const NEW_JOB: Static<typeof CreatePublishJobBody> = { workspace_id: story.WORKSPACE, draft_id: story.DRAFT_ID };

const links = { self: story.linkTo(`/publish-jobs/${story.JOB_ID}`), draft: story.linkTo(`/drafts/${story.DRAFT_ID}`) };

export const JOB: Static<typeof PublishJobSchema> = {
  job_id: story.JOB_ID,
  draft_id: story.DRAFT_ID,
  workspace_id: story.WORKSPACE,
  state: 'blocked',
  mode: 'approval',
  content_hash: story.CONTENT_HASH,
  revision: 1,
  revisions: [
    {
      revision: 1,
      content_hash: story.CONTENT_HASH,
      approval_id: story.APPROVAL_ID,
      approval_state: 'pending',
      created_at: story.ASKED_AT,
    },
  ],
  superseded_by: null,
  approval_id: story.APPROVAL_ID,
  approval_state: 'pending',
  approval: PENDING,
  changes: [],
  publishing_readiness: WAITING,
  publications: [
    {
      publication_id: story.PUBLICATION_ID,
      platform: 'sandbox',
      connection_id: story.CONNECTION_ID,
      state: 'pending',
      provider_id: null,
      provider_url: null,
      failure: null,
      published_at: null,
      next_attempt_at: null,
      attempts: [],
    },
  ],
  scheduled_at: null,
  created_at: story.ASKED_AT,
  updated_at: story.ASKED_AT,
  allowed_actions: ['cancel'],
  approval_url: `${story.HOST}/approvals/${story.APPROVAL_ID}`,
  notices: [],
  _links: links,
};

const { approval_url: _asked, ...decided } = JOB;

export const PUBLISHED_JOB: Static<typeof PublishJobSchema> = {
  ...decided,
  state: 'published',
  revisions: JOB.revisions.map((revision) => ({ ...revision, approval_state: 'approved' })),
  approval_state: 'approved',
  approval: APPROVED,
  publishing_readiness: { state: 'ended', gates: [] },
  publications: JOB.publications.map((publication) => ({
    ...publication,
    state: 'published',
    provider_id: 'sbx_01a1fdfd-2b1c-7c11-8a44-3b1d6f2e9c70',
    provider_url: `${story.HOST}/sandbox#sbx_01a1fdfd-2b1c-7c11-8a44-3b1d6f2e9c70`,
    published_at: story.PUBLISHED_AT,
    attempts: [
      { number: 1, started_at: story.DECIDED_AT, ended_at: story.PUBLISHED_AT, outcome: 'published', message: 'The sandbox took it.' },
    ],
  })),
  updated_at: story.PUBLISHED_AT,
  allowed_actions: [],
};

export const CANCELLED_JOB: Static<typeof PublishJobSchema> = {
  ...decided,
  state: 'cancelled',
  approval_state: 'superseded',
  publishing_readiness: { state: 'ended', gates: [] },
  publications: JOB.publications.map((publication) => ({ ...publication, state: 'cancelled' })),
  allowed_actions: [],
};

export const APPROVAL: Static<typeof WholeApprovalSchema> = {
  ...APPROVED,
  workspace_id: story.WORKSPACE,
  draft_id: story.DRAFT_ID,
  job_id: story.JOB_ID,
  revision: 2,
  reason: null,
  approvals_required: 1,
  signature_required: false,
  hold: null,
  stages: [],
  created_at: story.ASKED_AT,
  closed_at: story.DECIDED_AT,
  _links: {
    self: story.linkTo(`/approvals/${story.APPROVAL_ID}`),
    draft: links.draft,
    publish_job: links.self,
  },
};

export const TO_PRECHECK: Static<typeof PrecheckBody> = {
  workspace_id: story.WORKSPACE,
  draft_id: story.DRAFT_ID,
  approval_required: true,
  publish_mode: 'approval_queue',
};

const PACK = { bucket: 'pack', unit: 'publication', available: 70, held: 0 } as const;

export const PRECHECK: Static<typeof PrecheckSchema> = {
  draft_id: story.DRAFT_ID,
  workspace_id: story.WORKSPACE,
  ready: false,
  approval_required: true,
  publish_mode: 'approval_queue',
  credits: { unit: 'publication', required: 1, available: [PACK], after: 69 },
  gates: WAITING.gates,
  notices: [],
};

export const USAGE: Static<typeof UsageSchema> = {
  workspace_id: story.WORKSPACE,
  balances: [PACK],
  use_by_day: [{ day: '2026-11-21', unit: 'publication', used: 1 }],
  products: [
    {
      product: 'api_publication_pack',
      label: 'API publication pack',
      price_cents: 500,
      quantity: 70,
      unit: 'publication',
      note: 'A separate one-time purchase. It adds 70 API publication operations, outside the account-plan allowances.',
    },
  ],
};

/** Its parts are shortened here: a real one can be checked offline. */
export const EVIDENCE = {
  format: 'countersign-evidence/1',
  service: { url: story.HOST },
  exported_at: '2026-11-21T12:10:00.000Z',
  job: { id: story.JOB_ID, content_hash: story.CONTENT_HASH },
  content: [{ payload_hash: story.PAYLOAD_HASH, payload: { text: story.TEXT } }],
  approval: { id: story.APPROVAL_ID, state: 'approved' },
  publications: [{ id: story.PUBLICATION_ID, state: 'published' }],
  audit: [],
  seal: { algorithm: 'Ed25519' },
} as unknown as Static<typeof EvidenceSchema>;
