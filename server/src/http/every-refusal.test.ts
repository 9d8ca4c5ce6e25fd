import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, it } from 'vitest';
import { Account } from '../access/account.entity.ts';
import { SCOPES } from '../access/actor.ts';
import { newApiKey } from '../access/grants/api-keys.ts';
import { ApiKey, Grant } from '../access/grants/grant.entity.ts';
import { ERRORS, type ErrorCode } from '../error-table.ts';
import { createEngine } from '../testing/engine.ts';
import { givenAgent } from '../testing/factories.ts';
import { SMALLEST_PNG } from '../testing/pictures.ts';
import { callByTool, type Transport, unknownNames } from '../testing/servers/mcp-hosts.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { WEBHOOK_SECRET } from '../testing/webhooks.ts';
import { buildWeb } from '../web.ts';
import type { HttpServer } from './engine/http-server.ts';
import { refusalsOf } from './openapi/components.ts';

const database = useTestDatabase();

type Body = Record<string, string | number | undefined> & { errors?: { pointer: string }[]; remedy: string; detail: string };
interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Body;
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const callsTo =
  (app: HttpServer, authorization: string, transport: Transport) =>
  async (method: Method, path: string, payload?: object | string, headers: Record<string, string> = {}): Promise<Answer> => {
    if (transport === 'MCP' && typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      const called = await callByTool(app, headers.authorization ?? authorization, {
        method,
        path,
        ...(payload && { body: payload }),
        headers,
      });
      if (!called) throw new Error(`No tool does ${method} ${path}.`);
      return { ...called, headers: {}, body: called.body as Body };
    }
    const sent = Object.fromEntries(Object.entries({ authorization, ...headers }).filter(([, value]) => value !== ''));
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers: sent, ...(payload !== undefined && { payload }) });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };

/** An agent. */
async function arrange(transport: Transport = 'REST') {
  const { services } = createEngine(database);
  const stage = await givenStage(services);
  const { workspace, workspaceId } = stage;
  const scopes = SCOPES.filter((scope) => scope !== 'publish:auto');
  const agent = await givenAgent(services, workspace, { scopes });
  const app = await buildWeb(services);
  const call = callsTo(app, agent.authorization, transport);
  const draft = (more: object = {}) => ({
    workspace_id: workspaceId,
    source_text: `Tide, ${randomUUID()}.`,
    platforms: ['sandbox'],
    ...more,
  });
  const create = async (more: object = {}): Promise<string> => String((await call('POST', '/drafts', draft(more))).body.draft_id);
  const em = services.orm.em.fork();
  return { ...stage, transport, agent, scopes, app, call, draft, create, em };
}
type On = Awaited<ReturnType<typeof arrange>>;

interface Played {
  refused(on: On): Promise<Answer>;
  /** What an agent does that takes the remedy at its word; the customer and the operator do what they are asked for. */
  obey(on: On, refusal: Body): Promise<Answer>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const list = ({ call }: On, headers?: Record<string, string>) => call('GET', '/drafts', undefined, headers);
const createOne = (on: On, headers?: Record<string, string>) => on.call('POST', '/drafts', on.draft(), headers);
const grantedAgain = async (on: On): Promise<Answer> =>
  list(on, { authorization: (await givenAgent(on.services, on.workspace)).authorization });
const ofAgent = (change: (on: On, is: boolean) => Promise<unknown>): Played => ({
  async refused(on) {
    await change(on, true);
    return list(on);
  },
  async obey(on) {
    await change(on, false);
    return list(on);
  },
});

/** The database fails for one text, as where it has no room, no connection left, or is being shut down. */
const faulty = (errcode: string): Played => ({
  async refused(on) {
    await on.em.execute(`create function out_of_order() returns trigger language plpgsql as $$ begin
      raise exception 'out of order' using errcode = '${errcode}'; end $$;
      create trigger out_of_order before insert on drafts for each row execute function out_of_order()`);
    const answer = await createOne(on, { 'idempotency-key': 'again' });
    await on.em.execute('drop function out_of_order cascade');
    expect(answer.body.retry_after_seconds).toBeGreaterThan(0);
    return answer;
  },
  obey: (on) => createOne(on, { 'idempotency-key': 'again' }),
});

async function whileDraftsAreLocked<T>({ em }: On, work: () => Promise<T>): Promise<T> {
  return em.fork().transactional(async (tx) => {
    await (tx as EntityManager).execute('lock table drafts in share mode');
    return work();
  });
}

const OF_PEOPLE = 'Only people sign in, in a browser; an agent has a key.';
const OF_DECISIONS = 'Only people decide on posts.';
const OF_LINKS = 'Only people open the links of mails.';
const OF_MONEY = 'Only people buy credits.';
const OF_COMMANDS = 'Only commands of the operator check what is stored.';
const OF_UPLOADS = 'Only resumable uploads have a version, and no tool sends one.';
const OF_SETTINGS = 'Only people change the settings of an account; a key has scopes and no role.';

/** Every code of the error table: what an agent that is refused with it does, or why no agent is. */
const CODES: Record<ErrorCode, Played | string> = {
  malformed_json: {
    refused: ({ call }) => call('POST', '/drafts', '{"source_text":', JSON_TYPE),
    obey: (on) => createOne(on),
  },
  malformed_idempotency_key: {
    refused: (on) => createOne(on, { 'idempotency-key': 'two words' }),
    obey: (on) => createOne(on, { 'idempotency-key': 'one-word' }),
  },
  bad_user_input: {
    refused: ({ call }) => call('GET', '/drafts/%E0%A4%A'),
    obey: (on) => createOne(on),
  },
  foreign_cursor: {
    async refused(on) {
      await on.create();
      await on.create();
      const { next_cursor: cursor } = (await on.call('GET', '/drafts?limit=1')).body;
      return on.call('GET', `/publish-jobs?cursor=${cursor}`);
    },
    obey: ({ call }) => call('GET', '/publish-jobs'),
  },
  unauthenticated: { refused: (on) => list(on, { authorization: '' }), obey: (on) => list(on) },
  key_malformed: { refused: (on) => list(on, { authorization: `${on.agent.authorization}x` }), obey: (on) => list(on) },
  key_unknown: { refused: (on) => list(on, { authorization: `Bearer ${newApiKey(false).key}` }), obey: grantedAgain },
  key_expired: {
    async refused(on) {
      await on.em.nativeUpdate(ApiKey, on.agent.keyId, { expiresAt: on.services.clock.now() });
      return list(on);
    },
    obey: grantedAgain,
  },
  key_revoked: {
    async refused(on) {
      await on.em.nativeUpdate(ApiKey, on.agent.keyId, { revokedAt: on.services.clock.now() });
      return list(on);
    },
    obey: grantedAgain,
  },
  account_not_approved: ofAgent(({ em, accountId }, is) => em.nativeUpdate(Account, accountId, { state: is ? 'pending' : 'approved' })),
  grant_paused: ofAgent(({ em, agent, services }, is) =>
    em.nativeUpdate(Grant, agent.grantId, { pausedAt: is ? services.clock.now() : null }),
  ),
  insufficient_scope: {
    async refused(on) {
      const { authorization } = await givenAgent(on.services, on.workspace, { scopes: ['read'] });
      return createOne(on, { authorization });
    },
    obey: async (on) =>
      createOne(on, { authorization: (await givenAgent(on.services, on.workspace, { scopes: on.scopes })).authorization }),
  },
  not_found: {
    async refused(on) {
      await on.create();
      return on.call('GET', `/drafts/drf_${randomUUID()}`);
    },
    async obey(on) {
      const [known] = (await list(on)).body.drafts as unknown as { draft_id: string }[];
      return on.call('GET', `/drafts/${known?.draft_id}`);
    },
  },
  method_not_allowed: {
    refused: ({ call }) => call('PUT', '/drafts', {}),
    async obey(on) {
      const { headers } = await on.call('PUT', '/drafts', {});
      expect(String(headers.allow)).toMatch(/\bGET\b/);
      return list(on);
    },
  },
  invalid_state: {
    async refused(on) {
      const draft = await on.create();
      await on.call('DELETE', `/drafts/${draft}`);
      return on.call('POST', `/drafts/${draft}/submit`, {});
    },
    obey: (on) => createOne(on),
  },
  idempotency_in_flight: {
    refused: (on) =>
      whileDraftsAreLocked(on, async () => {
        const first = createOne(on, { 'idempotency-key': 'slow' });
        const waiting = `select 1 from pg_locks where relation = 'drafts'::regclass and not granted`;
        await expect.poll(() => on.services.orm.em.fork().execute<unknown[]>(waiting)).not.toEqual([]);
        const second = await on.call('POST', '/drafts', on.draft({ source_text: 'The same.' }), { 'idempotency-key': 'slow' });
        void first;
        return second;
      }),
    obey: (on) => createOne(on, { 'idempotency-key': 'later' }),
  },
  media_in_use: {
    async refused({ call, create }) {
      const { media_id: media } = (await call('POST', '/media', SMALLEST_PNG, { 'content-type': 'image/png' })).body;
      await create({ media_ids: [media] });
      return call('DELETE', `/media/${media}`);
    },
    async obey({ call }) {
      const [draft] = (await call('GET', '/drafts')).body.drafts as unknown as { draft_id: string; revision: number }[];
      const [media] = (await call('GET', '/media')).body.media as unknown as { media_id: string }[];
      await call('PATCH', `/drafts/${draft?.draft_id}`, { media_ids: [] }, { 'if-match': `"${draft?.revision}"` });
      return call('DELETE', `/media/${media?.media_id}`);
    },
  },
  already_exists: {
    async refused({ call, draft, create }) {
      await create({ external_id: 'friday' });
      return call('POST', '/drafts', draft({ external_id: 'friday' }));
    },
    async obey({ call, transport }, { remedy, draft_id: draft }) {
      expect(remedy).toContain(`${transport === 'REST' ? 'GET /v1/drafts' : 'list_drafts'} with the same external_id`);
      const found = await call('GET', '/drafts?external_id=friday');
      expect((found.body.drafts as unknown as { draft_id: string }[]).map(({ draft_id: id }) => id)).toEqual([draft]);
      return call('GET', `/drafts/${draft}`);
    },
  },
  cursor_too_old: {
    async refused(on) {
      await on.create({ publish_mode: 'approval_queue' });
      await on.em.execute('delete from events where workspace_id = ? and sequence <= 2', [on.workspaceId]);
      return on.call('GET', '/events?after=1');
    },
    obey: ({ call }, { last_sequence: last }) => call('GET', `/events?after=${last}`),
  },
  tus_version_unsupported: OF_UPLOADS,
  stale_revision: {
    async refused(on) {
      const draft = await on.create();
      return on.call('PATCH', `/drafts/${draft}`, { source_text: 'Other.' }, { 'if-match': '"99"' });
    },
    obey: changeNow,
  },
  precondition_required: {
    refused: async (on) => on.call('PATCH', `/drafts/${await on.create()}`, { source_text: 'Other.' }),
    obey: changeNow,
  },
  payload_too_large: {
    refused: ({ call, draft }) => call('POST', '/drafts', draft({ note_to_reviewer: 'x'.repeat(5_000_000) })),
    obey: (on) => createOne(on),
  },
  unsupported_media_type: {
    refused: ({ call }) => call('POST', '/drafts', 'source_text: The tide', { 'content-type': 'application/yaml' }),
    obey: (on) => createOne(on),
  },
  validation_failed: {
    refused: ({ call, workspaceId }) => call('POST', '/drafts', { workspace_id: workspaceId, platforms: ['sandbox'] }),
    obey(on, { errors = [] }) {
      expect(errors.map(({ pointer }) => pointer)).toEqual(['/source_text']);
      return createOne(on);
    },
  },
  media_unreadable: {
    refused: ({ call }) => call('POST', '/media', Buffer.from('no picture'), { 'content-type': 'image/png' }),
    obey: addPicture,
  },
  media_not_fetched: {
    refused: ({ call }) => call('POST', '/media/from-url', { url: 'http://127.0.0.1:64999/pier.png' }),
    obey: addPicture,
  },
  address_refused: {
    refused: ({ call }) => call('POST', '/webhook-endpoints', { url: 'http://10.0.0.7/hook', secret: WEBHOOK_SECRET }),
    // The operator of the tests allows this machine.
    obey: ({ call }) => call('POST', '/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', secret: WEBHOOK_SECRET }),
  },
  text_too_complex: {
    refused: (on) => wordsFor(on, FAMILY.repeat(8_000)),
    // "Shorten the text, or send it with fewer links, tags, line breaks or platforms at once."
    obey: (on) => wordsFor(on, FAMILY.repeat(800)),
  },
  unknown_platform: {
    refused: ({ call, draft }) => call('POST', '/drafts', draft({ platforms: ['myspace'] })),
    async obey(on, { detail }) {
      const [named] = /\bsandbox\b/.exec(detail) ?? expect.fail(detail);
      return on.call('POST', '/drafts', on.draft({ platforms: [named] }));
    },
  },
  idempotency_key_reused: {
    async refused(on) {
      await createOne(on, { 'idempotency-key': 'used' });
      return createOne(on, { 'idempotency-key': 'used' });
    },
    obey: (on) => createOne(on, { 'idempotency-key': 'new' }),
  },
  rate_limited: {
    async refused(on) {
      const config = { ...on.services.config, limits: { ...on.services.config.limits, accountWrites: 3 } };
      on.call = callsTo(await buildWeb({ ...on.services, config }), on.agent.authorization, on.transport);
      const drafts = Array.from({ length: 4 }, () => ({ source_text: `Tide, ${randomUUID()}.`, platforms: ['sandbox'] }));
      return on.call('POST', '/drafts/batch', { workspace_id: on.workspaceId, drafts });
    },
    obey(on, { remedy }) {
      const most = Number(/^Send at most (\d+) at once\.$/.exec(remedy)?.[1]);
      const drafts = Array.from({ length: most }, () => ({ source_text: `Tide, ${randomUUID()}.`, platforms: ['sandbox'] }));
      return on.call('POST', '/drafts/batch', { workspace_id: on.workspaceId, drafts });
    },
  },
  internal_error: {
    async refused(on) {
      const { platforms } = on.services;
      const values = platforms.values;
      (platforms as Map<string, unknown>).values = () => {
        (platforms as Map<string, unknown>).values = values;
        throw new Error('a fault of our own');
      };
      return on.call('GET', '/platforms');
    },
    obey: ({ call }) => call('GET', '/platforms'),
  },
  service_busy: faulty('53300'),
  storage_full: faulty('53100'),
  database_unavailable: faulty('57P01'),

  webhook_refused: 'Only networks and Stripe send us webhooks.',
  wrong_credentials: OF_PEOPLE,
  wrong_code: OF_PEOPLE,
  sign_in_expired: OF_PEOPLE,
  passkey_refused: OF_PEOPLE,
  cross_site_request: 'Only browsers send cookies; a key is sent on purpose.',
  reauthentication_failed: OF_PEOPLE,
  reauthentication_required: OF_PEOPLE,
  second_factor_required: OF_PEOPLE,
  email_unconfirmed: OF_DECISIONS,
  other_session: OF_PEOPLE,
  signup_link_invalid: OF_LINKS,
  reset_link_invalid: OF_LINKS,
  setup_link_invalid: OF_LINKS,
  invitation_invalid: OF_LINKS,
  other_person: OF_LINKS,
  client_link_invalid: OF_LINKS,
  client_code_wrong: OF_LINKS,
  client_code_required: OF_LINKS,
  connect_request_invalid: 'Only people connect accounts.',
  network_refuses_service: 'Only people connect accounts.',
  signature_required: OF_DECISIONS,
  signature_refused: OF_DECISIONS,
  passkey_missing: OF_DECISIONS,
  self_approval_refused: OF_DECISIONS,
  content_changed: OF_DECISIONS,
  already_decided: OF_DECISIONS,
  insufficient_role: OF_SETTINGS,
  last_owner: OF_SETTINGS,
  settings_changed: OF_SETTINGS,
  mail_not_configured: OF_SETTINGS,
  insufficient_credits: 'A post without credits is accepted and waits at the gate; the readiness says so.',
  payments_not_configured: OF_MONEY,
  payment_mismatch: OF_MONEY,
  payment_unavailable: OF_MONEY,
  audit_tampered: OF_COMMANDS,
  evidence_tampered: OF_COMMANDS,
  ledger_inconsistent: OF_COMMANDS,
  sealed_unreadable: OF_COMMANDS,
};

async function changeNow({ call }: On): Promise<Answer> {
  const [draft] = (await call('GET', '/drafts')).body.drafts as unknown as { draft_id: string; revision: number }[];
  return call('PATCH', `/drafts/${draft?.draft_id}`, { source_text: 'Other.' }, { 'if-match': `"${draft?.revision}"` });
}

/** One letter to a reader, of seven code points, which are counted as each network counts them. */
const FAMILY = '👨‍👩‍👧‍👦 ';

async function wordsFor(on: On, source_text: string): Promise<Answer> {
  const draft_id = await on.create({ source_text, platforms: [...on.services.platforms.keys()] });
  return on.call('POST', '/captions', { workspace_id: on.workspaceId, draft_id });
}

function addPicture({ call }: On): Promise<Answer> {
  return call('POST', '/media', SMALLEST_PNG, { 'content-type': 'image/png' });
}

/** What HTTP itself refuses, scopes, for which a host asks its person (RFC 6750), and endpoints of webhooks, which have no tools. */
const OF_HTTP: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['malformed_json', 'bad_user_input', 'method_not_allowed', 'precondition_required', 'unsupported_media_type'] as const),
  ...(['insufficient_scope', 'address_refused'] as const),
]);
const keyOf = async (on: On): Promise<string> => (await givenAgent(on.services, on.workspace)).authorization;
const PLAYED = Object.entries(CODES).filter((entry): entry is [ErrorCode, Played] => typeof entry[1] !== 'string');

const PLAYS = PLAYED.flatMap(([code, played]) =>
  (OF_HTTP.has(code) ? (['REST'] as const) : (['REST', 'MCP'] as const)).map((transport) => [code, transport, played] as const),
);

it.each(PLAYS)('an agent that is refused with %s over %s can continue by following the remedy', async (code, transport, played) => {
  const { refused, obey } = played;
  const on = await arrange(transport);
  const { status, body } = await refused(on);
  expect([body.code, status], JSON.stringify(body)).toEqual([code, ERRORS[code].status]);
  const after = await obey(on, body);
  if (transport === 'MCP') expect(await unknownNames(on.app, await keyOf(on), body)).toEqual([]);
  expect(after.status, `${body.remedy} ${JSON.stringify(after.body)}`).toBeLessThan(400);
});

it('covers every code that an operation declares', async () => {
  const { app } = await arrange();
  const declared = new Set([...app.operations.values()].flatMap(refusalsOf));
  const played = PLAYED.map(([code]) => code);
  expect([...declared].filter((code) => !played.includes(code))).toEqual([]);
  // Not of an operation, but of a path.
  expect(played.filter((code) => !declared.has(code))).toEqual(['method_not_allowed']);
});
