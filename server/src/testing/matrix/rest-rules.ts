import { SMALLEST_PNG } from '../pictures.ts';
import { WEBHOOK_SECRET } from '../webhooks.ts';
import type { Caller } from './callers.ts';
import { COMMENT_RULES } from './comment-rules.ts';
import type { Outcome } from './outcome.ts';
import type { RestRequest, RestRule } from './rest-rule.ts';
import type { Subject } from './subject-parts.ts';

export type { RestRequest, RestRule };

const TEXT = 'The harbour festival opens on Friday.';
const draftOf = ({ workspaceId, draftId }: Subject) => ({ workspace_id: workspaceId, draft_id: draftId });
/** Payloads need captions, which a submitted draft has. */
const wordedDraftOf = ({ workspaceId, submittedDraftId }: Subject) => ({ workspace_id: workspaceId, draft_id: submittedDraftId });
const newDraft = ({ workspaceId }: Subject) => ({ workspace_id: workspaceId, source_text: TEXT, platforms: ['sandbox'] });
const submitted = { publish_mode: 'approval_queue' };
const worded = { captions: [{ platform: 'sandbox', text: TEXT }] };

/** Every operation of the OpenAPI document, in one or several forms. One that is missing here fails the test. */
export const REST_RULES: Record<string, RestRule | RestRule[]> = {
  'GET /api/v1/me': { scopes: [], isOwn: true, request: () => ({ path: '/api/v1/me' }) },
  'GET /api/v1/platforms': { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/platforms' }) },
  'GET /api/v1/usage': { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/usage' }) },
  'GET /api/v1/events': [
    { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/events' }) },
    { scopes: ['read'], request: ({ workspaceId }) => ({ path: `/api/v1/events?workspace_id=${workspaceId}` }) },
  ],
  'GET /api/v1/connections': [
    { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/connections' }) },
    { scopes: ['read'], request: ({ workspaceId }) => ({ path: `/api/v1/connections?workspace_id=${workspaceId}` }) },
  ],
  'GET /api/v1/approvals': [
    { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/approvals' }) },
    { scopes: ['read'], request: ({ workspaceId }) => ({ path: `/api/v1/approvals?workspace_id=${workspaceId}` }) },
  ],
  'GET /api/v1/templates': { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/templates' }) },
  'GET /api/v1/standing-approvals': { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/standing-approvals' }) },
  'GET /api/v1/approvals/{approval_id}': { scopes: ['read'], request: ({ approvalId }) => ({ path: `/api/v1/approvals/${approvalId}` }) },
  'GET /api/v1/webhook-endpoints': [
    { scopes: ['webhooks:write'], isOwn: true, request: () => ({ path: '/api/v1/webhook-endpoints' }) },
    {
      scopes: ['webhooks:write'],
      request: ({ workspaceId }) => ({ path: `/api/v1/webhook-endpoints?workspace_id=${workspaceId}` }),
    },
  ],
  'POST /api/v1/webhook-endpoints': {
    scopes: ['webhooks:write'],
    request: ({ workspaceId }) => ({
      path: '/api/v1/webhook-endpoints',
      body: { workspace_id: workspaceId, url: 'http://127.0.0.1:9/', secret: WEBHOOK_SECRET },
    }),
  },
  'GET /api/v1/webhook-endpoints/{endpoint_id}': endpointRule(''),
  'PATCH /api/v1/webhook-endpoints/{endpoint_id}': endpointRule('', { types: null }),
  'DELETE /api/v1/webhook-endpoints/{endpoint_id}': endpointRule(''),
  'GET /api/v1/webhook-endpoints/{endpoint_id}/deliveries': endpointRule('/deliveries'),
  'POST /api/v1/webhook-endpoints/{endpoint_id}/test': endpointRule('/test'),
  'POST /api/v1/webhook-endpoints/{endpoint_id}/redeliver': endpointRule('/redeliver', { failed_since: '2026-01-01T00:00:00Z' }),
  'POST /api/v1/usage/precheck': { scopes: ['read'], request: (subject) => ({ path: '/api/v1/usage/precheck', body: draftOf(subject) }) },
  'POST /api/v1/validate': [
    { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/validate', body: { text: TEXT, platforms: ['sandbox'] } }) },
    {
      scopes: ['read'],
      request: ({ workspaceId }) => ({
        path: '/api/v1/validate',
        body: { workspace_id: workspaceId, text: TEXT, platforms: ['sandbox'] },
      }),
    },
    {
      scopes: ['read'],
      request: ({ workspaceId, mediaId }) => ({
        path: '/api/v1/validate',
        body: { workspace_id: workspaceId, text: TEXT, platforms: ['sandbox'], media_ids: [mediaId] },
      }),
    },
  ],
  'GET /api/v1/drafts': [
    { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/drafts' }) },
    { scopes: ['read'], request: ({ workspaceId }) => ({ path: `/api/v1/drafts?workspace_id=${workspaceId}` }) },
  ],
  'POST /api/v1/drafts': draftRules('/api/v1/drafts'),
  'POST /api/v1/drafts/batch': {
    scopes: ['drafts:write'],
    request: ({ workspaceId }) => ({
      path: '/api/v1/drafts/batch',
      body: { workspace_id: workspaceId, drafts: [{ source_text: TEXT, platforms: ['sandbox'] }] },
    }),
  },
  'POST /api/create-post-draft': draftRules('/api/create-post-draft'),
  'GET /api/v1/drafts/{draft_id}': { scopes: ['read'], request: ({ draftId }) => ({ path: `/api/v1/drafts/${draftId}` }) },
  'PATCH /api/v1/drafts/{draft_id}': [
    { scopes: ['drafts:write'], request: (subject) => change(subject, { source_text: 'Another text.' }) },
    { scopes: ['drafts:write'], request: (subject) => change(subject, { connection_ids: [subject.connectionId] }) },
    { scopes: ['drafts:write'], request: (subject) => change(subject, { media_ids: [subject.mediaId] }) },
    { scopes: ['drafts:write', 'captions:write'], request: (subject) => change(subject, worded) },
  ],
  'DELETE /api/v1/drafts/{draft_id}': { scopes: ['drafts:write'], request: ({ draftId }) => ({ path: `/api/v1/drafts/${draftId}` }) },
  'POST /api/v1/drafts/{draft_id}/submit': {
    scopes: ['jobs:write'],
    request: ({ draftId }) => ({ path: `/api/v1/drafts/${draftId}/submit`, body: {} }),
  },
  ...COMMENT_RULES,
  'POST /api/v1/media': {
    scopes: ['drafts:write'],
    request: ({ workspaceId }) => ({
      path: `/api/v1/media?workspace_id=${workspaceId}`,
      body: SMALLEST_PNG,
      headers: { 'content-type': 'image/png' },
    }),
  },
  'GET /api/v1/media/{media_id}': { scopes: ['read'], request: ({ mediaId }) => ({ path: `/api/v1/media/${mediaId}` }) },
  'GET /api/v1/media': [
    { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/media' }) },
    { scopes: ['read'], request: ({ workspaceId }) => ({ path: `/api/v1/media?workspace_id=${workspaceId}` }) },
  ],
  'POST /api/v1/media/{media_id}/describe': {
    scopes: ['drafts:write'],
    request: ({ mediaId }) => ({ path: `/api/v1/media/${mediaId}/describe`, body: { alt_text: 'A pier.' } }),
  },
  // Agents remove only their own uploads; the home's was uploaded by another.
  'DELETE /api/v1/media/{media_id}': {
    scopes: ['drafts:write'],
    isAnothers: true,
    request: ({ mediaId }) => ({ path: `/api/v1/media/${mediaId}` }),
  },
  // Permitted callers learn that this address is refused; others do not.
  // There is no such upload; video-uploads.test.ts covers others.
  'POST /api/v1/media/from-upload': {
    scopes: ['drafts:write'],
    insteadOfOk: 'not_found',
    request: () => ({ path: '/api/v1/media/from-upload', body: { upload_id: 'none.00000000-0000-0000-0000-000000000000' } }),
  },
  'POST /api/v1/media/from-url': {
    scopes: ['drafts:write'],
    insteadOfOk: 'address_refused',
    request: ({ workspaceId }) => ({
      path: '/api/v1/media/from-url',
      body: { workspace_id: workspaceId, url: 'http://10.0.0.1/pier.png' },
    }),
  },
  'POST /api/v1/captions': captionRules('/api/v1/captions'),
  'GET /api/v1/captions/{caption_set_id}': {
    scopes: ['read'],
    request: ({ captionSetId }) => ({ path: `/api/v1/captions/${captionSetId}` }),
  },
  'POST /api/generate-description': [
    ...captionRules('/api/generate-description'),
    {
      scopes: ['captions:write'],
      request: ({ workspaceId }) => ({
        path: '/api/generate-description',
        body: { workspace_id: workspaceId, source_text: TEXT, platforms: ['sandbox'] },
      }),
    },
  ],
  'POST /api/v1/payloads': {
    scopes: ['payloads:write'],
    request: (subject) => ({ path: '/api/v1/payloads', body: wordedDraftOf(subject) }),
  },
  'POST /api/create-platform-payload': {
    scopes: ['payloads:write'],
    request: (subject) => ({ path: '/api/create-platform-payload', body: wordedDraftOf(subject) }),
  },
  'POST /api/v1/publish-jobs': { scopes: ['jobs:write'], request: (subject) => ({ path: '/api/v1/publish-jobs', body: draftOf(subject) }) },
  'POST /api/create-publish-job': {
    scopes: ['jobs:write'],
    request: (subject) => ({ path: '/api/create-publish-job', body: draftOf(subject) }),
  },
  'GET /api/v1/publish-jobs': [
    { scopes: ['read'], isOwn: true, request: () => ({ path: '/api/v1/publish-jobs' }) },
    { scopes: ['read'], request: ({ workspaceId }) => ({ path: `/api/v1/publish-jobs?workspace_id=${workspaceId}` }) },
  ],
  'GET /api/v1/publish-jobs/{job_id}': { scopes: ['read'], request: ({ jobId }) => ({ path: `/api/v1/publish-jobs/${jobId}` }) },
  'GET /api/v1/publish-jobs/{job_id}/evidence': {
    scopes: ['read'],
    request: ({ jobId }) => ({ path: `/api/v1/publish-jobs/${jobId}/evidence` }),
  },
  'POST /api/v1/publish-jobs/{job_id}/cancel': {
    scopes: ['jobs:write'],
    request: ({ jobId }) => ({ path: `/api/v1/publish-jobs/${jobId}/cancel` }),
  },
  'POST /api/v1/publish-jobs/{job_id}/retry': {
    scopes: ['jobs:write'],
    request: ({ failedJobId }) => ({ path: `/api/v1/publish-jobs/${failedJobId}/retry` }),
  },
  // As for removals; edit-post.test.ts covers others.
  'POST /api/v1/publications/{publication_id}/edit': {
    scopes: ['jobs:write', 'drafts:write', 'captions:write'],
    insteadOfOk: 'invalid_state',
    request: ({ unknownId }) => ({ path: `/api/v1/publications/${unknownId}/edit`, body: { text: 'Other words.' } }),
  },
  // Nothing is published, so there is nothing to remove; retraction.test.ts covers others.
  'POST /api/v1/publications/{publication_id}/retraction': {
    scopes: ['jobs:write'],
    insteadOfOk: 'invalid_state',
    request: ({ unknownId }) => ({ path: `/api/v1/publications/${unknownId}/retraction`, body: { reason: 'It is a test.' } }),
  },
};

/** Every agent has its own endpoints; those of the home's agent are hidden from others. */
function endpointRule(path: string, body?: unknown): RestRule {
  return {
    scopes: ['webhooks:write'],
    isAnothers: true,
    request: ({ endpointId }) => ({ path: `/api/v1/webhook-endpoints/${endpointId}${path}`, ...(body === undefined ? {} : { body }) }),
  };
}

/** Creating a draft needs one scope; writing captions and submitting it in the same request need the others too. */
function draftRules(path: string): RestRule[] {
  return [
    { scopes: ['drafts:write'], request: (subject) => ({ path, body: newDraft(subject) }) },
    { scopes: ['drafts:write'], request: (subject) => ({ path, body: { ...newDraft(subject), connection_ids: [subject.connectionId] } }) },
    {
      scopes: ['drafts:write', 'captions:write', 'jobs:write'],
      request: (subject) => ({ path, body: { ...newDraft(subject), ...worded, ...submitted } }),
    },
  ];
}

function captionRules(path: string): RestRule[] {
  return [
    { scopes: ['captions:write'], request: (subject) => ({ path, body: draftOf(subject) }) },
    { scopes: ['captions:write', 'jobs:write'], request: (subject) => ({ path, body: { ...draftOf(subject), ...submitted } }) },
  ];
}

function change({ draftId, revision }: Subject, body: unknown): RestRequest {
  return { path: `/api/v1/drafts/${draftId}`, body, headers: { 'if-match': `"${revision}"` } };
}

/** REST knows agents only, and each of them in its own workspace only. */
export function expectedOfRest(rule: RestRule, caller: Caller): Outcome {
  if (caller.kind === 'person') return 'unauthenticated';
  if (caller.dead) return caller.dead;
  if (caller.kind !== 'agent') return 'unauthenticated';
  if (!rule.scopes.every((scope) => caller.scopes.includes(scope))) return 'insufficient_scope';
  if (rule.isAnothers) return 'not_found';
  return caller.place === 'own' || rule.isOwn ? (rule.insteadOfOk ?? 'ok') : 'not_found';
}
