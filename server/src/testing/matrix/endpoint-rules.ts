import type { Caller } from './callers.ts';
import type { Subject } from './subject-parts.ts';

/** The result of a sign-in endpoint: `ok`, or its error code (OAuth has its own). */
export interface EndpointRule {
  request(subject: Subject): { body?: Record<string, unknown>; form?: Record<string, string>; query?: Record<string, string> };
  expected(caller: Caller): string;
  /** Whether the path contains the id of a job. */
  jobId?: true;
}

const toEverybody = (outcome: string) => () => outcome;
const deadOr = (outcome: string) => (caller: Caller) => caller.dead ?? outcome;
/** OAuth clients have no secret, and API keys are not accepted as one: sending one is an error. */
const withoutKey = (outcome: string) => (caller: Caller) => (caller.headers.authorization ? 'invalid_client' : outcome);
/** OAuth's error for an invalid key. */
const oauthDead = ({ kind, dead }: Caller): string | undefined => {
  if (!dead || kind === 'person') return undefined;
  return ['grant_paused', 'account_not_approved'].includes(dead) ? 'access_denied' : 'invalid_token';
};

/** For members, or only for owners. */
function file(roles: readonly string[], agentsGet: string) {
  return (caller: Caller): string => {
    if (caller.dead) return caller.dead;
    if (caller.kind === 'anonymous') return 'unauthenticated';
    if (caller.kind === 'agent') return caller.place === 'own' ? agentsGet : 'not_found';
    if (caller.place !== 'own') return 'not_found';
    return roles.includes(caller.role ?? '') ? 'ok' : 'insufficient_role';
  };
}

const person = { email: 'nobody@example.org', name: 'Nobody', password: 'a password that is long enough' };
const form = (parameters: Record<string, string>) => () => ({ form: parameters });

/**
 * Every endpoint for signing in, for getting or revoking a key, and for downloading a file. The caller's identity is
 * irrelevant: what counts is the secret in the request, which is always a wrong one here.
 */
export const ENDPOINT_RULES: Record<string, EndpointRule> = {
  'POST /api/auth/setup': {
    request: () => ({ body: { ...person, token: 'x'.repeat(43), workspace_name: 'Harbour' } }),
    expected: toEverybody('setup_link_invalid'),
  },
  'POST /api/auth/setup/link': { request: () => ({ body: { token: 'x'.repeat(43) } }), expected: toEverybody('setup_link_invalid') },
  'POST /api/auth/password/forgot': { request: () => ({ body: { email: person.email } }), expected: toEverybody('ok') },
  'POST /api/auth/password/reset': {
    request: () => ({ body: { token: 'x'.repeat(43), password: person.password } }),
    expected: toEverybody('reset_link_invalid'),
  },
  // Closed by default; signup.test.ts covers open sign-up.
  'GET /api/auth/sign-up': { request: () => ({}), expected: toEverybody('ok') },
  'POST /api/auth/sign-up': { request: () => ({ body: { email: person.email } }), expected: toEverybody('not_found') },
  'POST /api/auth/sign-up/link': { request: () => ({ body: { token: 'x'.repeat(43) } }), expected: toEverybody('not_found') },
  'POST /api/auth/sign-up/request': {
    request: () => ({ body: { ...person, email: undefined, token: 'x'.repeat(43), workspace_name: 'Harbour' } }),
    expected: toEverybody('not_found'),
  },
  'POST /api/auth/sign-in/email': {
    request: () => ({ body: { email: person.email, password: person.password } }),
    expected: toEverybody('wrong_credentials'),
  },
  'POST /api/auth/sign-in/second-factor': {
    request: () => ({ body: { method: 'totp', code: '000000' } }),
    expected: toEverybody('sign_in_expired'),
  },
  'POST /api/auth/passkey/options': { request: () => ({ body: {} }), expected: toEverybody('ok') },
  'POST /api/auth/passkey/verify': {
    request: () => ({ body: { response: { id: 'none', response: {} } } }),
    expected: toEverybody('passkey_refused'),
  },
  'POST /api/auth/invitation': { request: () => ({ body: { token: 'x'.repeat(43) } }), expected: deadOr('invitation_invalid') },
  'POST /api/auth/invitation/accept': {
    request: () => ({ body: { token: 'x'.repeat(43), name: person.name, password: person.password } }),
    expected: deadOr('invitation_invalid'),
  },

  // Only the link counts, independent of any session; client.test.ts covers valid links.
  'POST /api/client/posts': { request: () => ({ body: { token: 'x'.repeat(43) } }), expected: toEverybody('client_link_invalid') },
  'POST /api/client/picture': {
    request: ({ mediaId }) => ({ body: { token: 'x'.repeat(43), media_id: mediaId, sha256: 'a'.repeat(64) } }),
    expected: toEverybody('client_link_invalid'),
  },
  'POST /api/client/code': { request: () => ({ body: { token: 'x'.repeat(43) } }), expected: toEverybody('client_link_invalid') },
  'POST /api/client/verify': {
    request: () => ({ body: { token: 'x'.repeat(43), code: '12345678' } }),
    expected: toEverybody('client_link_invalid'),
  },
  'POST /api/client/comment': {
    request: ({ submittedDraftId }) => ({ body: { token: 'x'.repeat(43), draft_id: submittedDraftId, text: 'Lovely.' } }),
    expected: toEverybody('client_link_invalid'),
  },
  'POST /api/client/decide': {
    request: ({ approvalId, contentHash }) => ({
      body: { token: 'x'.repeat(43), approval_id: approvalId, content_hash: contentHash, decision: 'approved' },
    }),
    expected: toEverybody('client_link_invalid'),
  },
  'POST /api/client/withdraw': {
    request: ({ approvalId }) => ({ body: { token: 'x'.repeat(43), approval_id: approvalId } }),
    expected: toEverybody('client_link_invalid'),
  },

  'POST /api/oauth/device_authorization': {
    request: form({ client_id: 'newsroom', client_name: 'Newsroom', scope: 'read' }),
    expected: withoutKey('ok'),
  },
  'GET /api/oauth/authorize': {
    request: () => ({ query: { client_id: 'nobody', redirect_uri: 'https://elsewhere.example.org/', response_type: 'code' } }),
    expected: toEverybody('invalid_client'),
  },
  'POST /api/oauth/register': {
    request: () => ({ body: { client_name: 'Tide', redirect_uris: ['https://tide.example.org/back'] } }),
    expected: toEverybody('ok'),
  },
  'POST /api/oauth/token': {
    request: form({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x'.repeat(43), client_id: 'newsroom' }),
    expected: withoutKey('invalid_grant'),
  },
  'POST /api/oauth/rotate': {
    request: form({}),
    expected: (caller) => oauthDead(caller) ?? (caller.kind === 'agent' ? 'ok' : 'invalid_token'),
  },
  'POST /api/oauth/revoke': { request: form({ token: 'cs_live_nobody' }), expected: toEverybody('ok') },
  'POST /api/oauth/introspect': { request: form({ token: 'cs_live_nobody' }), expected: (caller) => oauthDead(caller) ?? 'ok' },

  'GET /api/evidence/{job_id}': {
    jobId: true,
    request: () => ({}),
    expected: file(['owner', 'approver', 'editor', 'viewer'], 'not_found'),
  },
  'GET /api/export': {
    request: ({ workspaceId }) => ({ query: { workspace_id: workspaceId, list: 'drafts' } }),
    expected: file(['owner', 'approver', 'editor', 'viewer'], 'insufficient_role'),
  },
  'GET /api/account/export': {
    request: ({ workspaceId }) => ({ query: { workspace_id: workspaceId } }),
    expected: (caller) => {
      const outcome = file(['owner'], 'insufficient_role')(caller);
      return outcome === 'ok' && !caller.isFresh ? 'reauthentication_required' : outcome;
    },
  },
  'GET /api/audit/export': {
    request: ({ workspaceId }) => ({ query: { workspace_id: workspaceId, format: 'ndjson' } }),
    expected: (caller) => {
      const outcome = file(['owner'], 'insufficient_role')(caller);
      return outcome === 'ok' && !caller.isFresh ? 'reauthentication_required' : outcome;
    },
  },

  // Last, since it signs the caller out.
  'POST /api/auth/sign-out': { request: () => ({}), expected: (caller) => (caller.kind === 'person' ? 'ok' : deadOr('ok')(caller)) },
};
