import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { createEngine, type Engine } from '../testing/engine.ts';
import { givenAgent, givenUser } from '../testing/factories.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { buildWeb } from '../web.ts';
import { cookieName } from './auth/cookies.ts';
import type { HttpServer } from './engine/http-server.ts';

const SET = 'mutation ($input: SetSurchargeInput!) { setSurcharge(input: $input) { prices { platform credits surcharge } } }';
const DESK = `query ($id: ID!) { approval(id: $id) {
  cost { quantity after posts { platform credits surcharge charge { usd checkedOn source } } } draws { bucket quantity } } }`;
const LEDGER = `query ($id: ID!) { workspace(id: $id) { credits {
  prices { platform credits surcharge charges { per usd } } ledger(first: 3) { edges { node { kind platform { id } availableDelta heldDelta } } } } } }`;

const database = useTestDatabase();
let engine: Engine;
let app: HttpServer;
let stage: Stage;

beforeAll(async () => {
  engine = createEngine(database);
  app = await buildWeb(engine.services);
  stage = await givenStage(engine.services);
});
afterAll(() => app.close());

async function browserOf(user: { isOperator?: boolean; isFresh?: boolean }) {
  const { sessionToken } = await givenUser(engine.services, stage.accountId, { role: 'owner', isFresh: true, ...user });
  return openBrowser(app, { cookies: { [cookieName(engine.services.config)]: sessionToken } });
}

it('can be set only by an operator with a recently confirmed session', async () => {
  const input = { platform: 'sandbox', credits: 2 };
  expect((await (await browserOf({})).ask(SET, { input })).code).toBe('insufficient_role');
  expect((await (await browserOf({ isOperator: true, isFresh: false })).ask(SET, { input })).code).toBe('reauthentication_required');
  const operator = await browserOf({ isOperator: true });
  expect((await operator.ask(SET, { input: { ...input, credits: 101 } })).code).toBe('validation_failed');
  // The sandbox takes nothing for a link.
  expect((await operator.ask(SET, { input: { ...input, creditsWithLink: 5 } })).code).toBe('validation_failed');
  const { setSurcharge } = await operator.must<{ setSurcharge: { prices: object[] } }>(SET, { input });
  expect(setSurcharge.prices).toContainEqual({ platform: 'sandbox', credits: 3, surcharge: 2 });
  expect(setSurcharge.prices).toContainEqual({ platform: 'x', credits: 1, surcharge: 0 });
});

it('is shown to agents before submission, and to people at review and in the ledger', async () => {
  const { authorization } = await givenAgent(engine.services, stage.workspace);
  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app
      .inject({ method, url: `/api/v1${url}`, headers: { authorization }, ...(payload && { payload }) })
      .then((response) => response.json());
  const precheck = (draftId: string) => send('POST', '/usage/precheck', { workspace_id: stage.workspaceId, draft_id: draftId });

  const draft = await send('POST', '/drafts', {
    workspace_id: stage.workspaceId,
    source_text: 'The pier opens: https://example.org/pier',
    platforms: ['x', 'sandbox'],
    publish_mode: 'draft_only',
  });
  // X has no account, so its post is held and takes nothing yet.
  expect((await precheck(draft.draft_id)).credits).toMatchObject({
    required: 3,
    after: 67,
    posts: [{ platform: 'sandbox', connection_id: stage.connection?.id, credits: 3, surcharge: 2 }],
  });
  expect(
    (await send('GET', '/usage')).prices.map(({ platform, credits }: { platform: string; credits: number }) => [platform, credits]),
  ).toEqual([['sandbox', 3]]);

  const asked = await stage.submit({ sourceText: 'The boat leaves at nine.' });
  // What is set later counts for what is asked for later.
  await (await browserOf({ isOperator: true })).must(SET, { input: { platform: 'sandbox', credits: 9 } });
  const person = await browserOf({});
  expect(await person.must(DESK, { id: asked.approval?.id })).toEqual({
    approval: {
      cost: { quantity: 3, after: 67, posts: [{ platform: 'sandbox', credits: 3, surcharge: 2, charge: null }] },
      draws: [{ bucket: 'PACK', quantity: 3 }],
    },
  });
  expect((await precheck(asked.draft.id)).credits).toMatchObject({ required: 3, posts: [{ credits: 3, surcharge: 2 }] });
  await stage.approve(asked.approval);
  const [publication] = await stage.publicationsOf(asked.job?.id ?? '');
  expect(await engine.deliver(publication?.id ?? '')).toBe('published');
  const { workspace } = await person.must<{ workspace: { credits: { prices: object[]; ledger: { edges: { node: object }[] } } } }>(LEDGER, {
    id: stage.workspaceId,
  });
  expect(workspace.credits.ledger.edges.map(({ node }) => node).slice(0, 2)).toEqual([
    { kind: 'SETTLE', platform: { id: 'sandbox' }, availableDelta: 0, heldDelta: -3 },
    { kind: 'HOLD', platform: { id: 'sandbox' }, availableDelta: -3, heldDelta: 3 },
  ]);
  // What networks charge the operator is not shown to customers; a platform without a surcharge is not listed.
  expect(workspace.credits.prices).toMatchObject([{ platform: 'sandbox', charges: [] }]);
  const { operator: own } = await (await browserOf({ isOperator: true })).must<{ operator: { prices: object[] } }>(
    '{ operator { prices { platform charges { per usd } } } }',
    {},
  );
  expect(own.prices).toContainEqual({
    platform: 'x',
    charges: [
      { per: 'post', usd: 0.015 },
      { per: 'post_with_link', usd: 0.2 },
    ],
  });
});
