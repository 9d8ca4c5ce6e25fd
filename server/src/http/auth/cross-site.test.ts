import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { agentActor, userActor } from '../../testing/actors.ts';
import { digestRows } from '../../testing/api.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { givenSubject } from '../../testing/matrix/subject.ts';
import type { Subject } from '../../testing/matrix/subject-parts.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { cookieName } from './cookies.ts';

const OURS = 'http://localhost:4000';
const EVIL = 'https://evil.example';

const database = useTestDatabase();
let services: Services;
let app: HttpServer;
let subject: Subject;
let cookie: string;

beforeAll(async () => {
  services = createTestServices(database);
  app = await buildWeb(services);
  const { workspace, accountId } = await givenWorkspace(services);
  const home = { workspace, agent: await agentActor(services, workspace), owner: await userActor(services, accountId) };
  // The most privileged session: an owner who is also an operator and has just confirmed their identity.
  const { sessionToken, sessionId, userId } = await givenUser(services, accountId, { isOperator: true });
  subject = await givenSubject(services, home, { asker: { sessionId, userId } });
  cookie = `${cookieName(services.config)}=${sessionToken}`;
});
afterAll(() => app?.close());

/** A change that the signed-in person may make. */
interface Target {
  url: string;
  body: Record<string, unknown>;
}

function targets(): Target[] {
  const { grantId, workspaceId, approvalId, contentHash, draftId, accountId, memberId, requestId } = subject;
  const mutations = [
    `mutation { pauseGrant(grantId: "${grantId}") { id } }`,
    `mutation { revokeGrant(grantId: "${grantId}") { id } }`,
    `mutation { decideApproval(input: { approvalId: "${approvalId}", contentHash: "${contentHash}", decision: APPROVED }) { id } }`,
    `mutation { archiveDraft(draftId: "${draftId}") { id } }`,
    `mutation { createDraft(input: { workspaceId: "${workspaceId}", sourceText: "Hello", platforms: ["sandbox"] }) { id } }`,
    `mutation { addCredits(input: { workspaceId: "${workspaceId}", product: "api_publication_pack", quantity: 1 }) { __typename } }`,
    `mutation { removeMember(accountId: "${accountId}", userId: "${memberId}") { id } }`,
    `mutation { approveGrantRequest(input: { requestId: "${requestId}", workspaceId: "${workspaceId}", scopes: ["read"], isSandboxOnly: false }) { redirectUrl } }`,
    'mutation { endOtherSessions { __typename } }',
    'mutation { disableTotp { __typename } }',
  ];
  return [
    ...mutations.map((query) => ({ url: '/api/graphql', body: { query } })),
    { url: '/api/v1/drafts', body: { workspace_id: workspaceId, source_text: 'Hello', platforms: ['sandbox'] } },
    { url: '/api/auth/sign-out', body: {} },
  ];
}

type Shape = (target: Target) => InjectOptions;

const post =
  (headers: Record<string, string>, payload?: (target: Target) => string): Shape =>
  ({ url, body }) => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: payload?.({ url, body }) ?? JSON.stringify(body),
  });

const asForm = ({ body }: Target): string => new URLSearchParams(body as Record<string, string>).toString();
const asParts = ({ body }: Target): string =>
  `${Object.entries(body)
    .map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--x--\r\n`;
const inAddress = ({ url, body }: Target): string => `${url}?${asForm({ url, body })}&_method=POST`;

const CROSS = { origin: EVIL, referer: `${EVIL}/page`, 'sec-fetch-site': 'cross-site' };
const NAVIGATION = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

const SHAPES: Record<string, Shape> = {
  'a form, urlencoded': post({ ...CROSS, ...NAVIGATION, 'content-type': 'application/x-www-form-urlencoded' }, asForm),
  'a form, multipart': post({ ...CROSS, ...NAVIGATION, 'content-type': 'multipart/form-data; boundary=x' }, asParts),
  'a form, text/plain with JSON in it': post({ ...CROSS, ...NAVIGATION, 'content-type': 'text/plain' }),
  'a form, text/plain, of a browser that says nothing of the site': post({ 'content-type': 'text/plain' }),
  'a form, urlencoded, of a browser that says nothing of the site': post({ 'content-type': 'application/x-www-form-urlencoded' }, asForm),
  'fetch with JSON': post(CROSS),
  'fetch with JSON from another host of the same site': post({ origin: 'http://other.localhost:4000', 'sec-fetch-site': 'same-site' }),
  'fetch with JSON and our Origin, by a browser that knows better': post({ origin: OURS, 'sec-fetch-site': 'cross-site' }),
  'fetch with JSON from a sandboxed frame': post({ origin: 'null', 'sec-fetch-site': 'cross-site' }),
  'fetch with JSON from a sandboxed frame of an older browser': post({ origin: 'null' }),
  'JSON with another Origin from an older browser': post({ origin: EVIL }),
  'JSON with an Origin that begins like ours': post({ origin: `${OURS}.evil.example` }),
  'JSON without any indication of its origin': post({ referer: `${EVIL}/page` }),
  'JSON with forwarding headers that name the other site as ours': post({
    origin: EVIL,
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  }),
  'a link, with the change in its address': (target) => ({ method: 'GET', url: inAddress(target), headers: NAVIGATION }),
  'an image, with the change in its address and a method to use instead': (target) => ({
    method: 'GET',
    url: inAddress(target),
    headers: { 'sec-fetch-site': 'cross-site', 'x-http-method-override': 'POST', 'x-method-override': 'POST' },
  }),
  'a form with a method to use instead': post(
    { ...CROSS, 'content-type': 'application/x-www-form-urlencoded', 'x-http-method-override': 'PATCH' },
    (target) => `_method=DELETE&${asForm(target)}`,
  ),
  'a preflight and what would follow it': post({ ...CROSS, 'access-control-request-method': 'POST', 'apollo-require-preflight': 'true' }),
};

it.each(Object.entries(SHAPES))('%s from another site changes nothing', async (_name, shape) => {
  const before = await digestRows(database.orm);
  for (const target of targets()) {
    const request = shape(target);
    const response = await app.inject({ ...request, headers: { ...request.headers, cookie } });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect(response.headers).not.toHaveProperty('set-cookie');
  }
  expect(await digestRows(database.orm)).toEqual(before);
});

it('a preflight gets no permission', async () => {
  const headers = { origin: EVIL, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type', cookie };
  for (const { url } of targets()) {
    const response = await app.inject({ method: 'OPTIONS', url, headers });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  }
});

it('each of these changes is accepted from the console', async () => {
  for (const target of targets().filter(({ url }) => url !== '/api/v1/drafts')) {
    const before = await digestRows(database.orm);
    const request = post({ origin: OURS, 'sec-fetch-site': 'same-origin' })(target);
    const response = await app.inject({ ...request, headers: { ...request.headers, cookie } });
    expect(response.body).not.toContain('"errors"');
    expect(response.statusCode).toBeLessThan(300);
    if (!JSON.stringify(target).includes('disableTotp')) expect(await digestRows(database.orm)).not.toEqual(before);
  }
  console.info(`C1 cross-site: ${Object.keys(SHAPES).length} shapes × ${targets().length} changes, 0 rows changed`);
});
