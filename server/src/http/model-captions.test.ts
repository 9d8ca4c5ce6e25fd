import { afterAll, beforeEach, expect, it } from 'vitest';
import { Caption } from '../captions/caption.entity.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { givenAgent } from '../testing/factories.ts';
import { usePeople } from '../testing/people.ts';
import { failing, startModelServer, writing } from '../testing/servers/model-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { testConfig } from '../testing/test-services.ts';

const database = useTestDatabase();
const model = await startModelServer();
const api = useApi(database, { services: () => ({ config: { ...testConfig(database), captionModel: model.config() } }) });
const stage = usePeople(database);
afterAll(() => model.stop());

const SOURCE = 'The harbour opens again on Saturday at eight. Boats leave every hour, and the café on the pier serves breakfast.';
const WORDS = 'Boats leave every hour again from Saturday.';
const MODEL_USE = { model: 'harbour-small', input_tokens: 1000, output_tokens: 100, cost_usd: 0.0007 };
beforeEach(() => model.answers(writing({ platform: 'sandbox', text: WORDS })));

const post = (url: string, body: Record<string, unknown>, headers = {}) =>
  api.send('POST', url, { workspace_id: api.home.workspaceId, ...body }, headers);
const newDraft = async () => (await post('/api/v1/drafts', { source_text: SOURCE, platforms: ['sandbox'] })).json().draft_id as string;

it('a draft gets the model’s captions, with their cost', async () => {
  const { caption_set_id, captions, notices } = (await post('/api/v1/captions', { draft_id: await newDraft() })).json();
  expect(captions).toMatchObject([{ text: WORDS, origin: 'model', model_use: MODEL_USE, warnings: [] }]);
  expect(notices).toMatchObject([{ code: 'left_out', omissions: [{ reason: 'condensed' }] }]);
  const [kept] = await database.orm.em.fork().find(Caption, { captionSetId: caption_set_id });
  expect(kept?.modelUse).toEqual({ model: 'harbour-small', inputTokens: 1000, outputTokens: 100, costMicros: 700 });
});

it('a text that is not stored gets them too', async () => {
  const response = await post('/api/generate-description', { source_text: SOURCE, platforms: ['sandbox'] });
  expect(response.json()).toMatchObject({
    captions: [{ text: WORDS, origin: 'model', model_use: MODEL_USE }],
    notices: [{ code: 'left_out' }],
  });
});

it('captions that may differ in meaning from the source are marked with the position, in the API and at review', async () => {
  model.answers(writing({ platform: 'sandbox', text: 'The café on the pier never serves breakfast.' }));
  const made = (await post('/api/v1/captions', { draft_id: await newDraft(), publish_mode: 'approval_queue' })).json();
  const span = { start: 27, end: 33 };
  expect(made.captions[0].findings).toMatchObject([{ check: 'differs_from_source', severity: 'warn', field: 'text', span }]);
  expect(made.captions[0].omissions).toMatchObject([{ text: 'The harbour opens again on Saturday at eight', reason: 'condensed' }]);
  const asked = 'query ($id: ID!) { approval(id: $id) { findings { check message } } }';
  const { browser } = await stage.person({ accountId: api.home.accountId });
  const seen = await browser.must<{ approval: { findings: object[] } }>(asked, { id: made.approval.approval_id });
  const message = 'The source says the opposite about "serves", or does not say it. Compare them.';
  expect(seen.approval.findings).toEqual([{ check: 'differs_from_source', message }]);
});

it('a repeated request with the same key costs nothing more', async () => {
  const draftId = await newDraft();
  const send = () => post('/api/v1/captions', { draft_id: draftId }, { 'idempotency-key': 'once' });
  const [first, second] = [await send(), await send()];
  expect(second.body).toBe(first.body);
  expect(model.calls).toHaveLength(1);
});

it('every way of submitting a draft without captions requests them from the model', async () => {
  const submitted = [
    await post('/api/v1/drafts', { source_text: SOURCE, platforms: ['sandbox'], publish_mode: 'approval_queue' }),
    await api.send('POST', `/api/v1/drafts/${await newDraft()}/submit`),
    await post('/api/v1/publish-jobs', { draft_id: await newDraft() }),
    await post('/api/v1/captions', { draft_id: await newDraft(), publish_mode: 'approval_queue' }),
  ];
  expect(submitted.map(({ statusCode }) => statusCode)).toEqual([201, 200, 202, 201]);
  const texts = await Promise.all(
    submitted.map(
      async (response) => (await post('/api/v1/payloads', { draft_id: response.json().draft_id })).json().payloads[0].payload.text,
    ),
  );
  expect(texts).toEqual([WORDS, WORDS, WORDS, WORDS]);
  expect(model.calls).toHaveLength(4);
});

it('a changed source text gets new captions and requires approval again', async () => {
  const draft = (await post('/api/v1/drafts', { source_text: SOURCE, platforms: ['sandbox'], publish_mode: 'approval_queue' })).json();
  model.answers(writing({ platform: 'sandbox', text: 'The harbour stays closed.' }));
  const changed = await api.send(
    'PATCH',
    `/api/v1/drafts/${draft.draft_id}`,
    { source_text: 'The harbour stays closed on Saturday.' },
    { 'if-match': `"${draft.revision}"` },
  );
  expect(changed.json().approval).toMatchObject({ state: 'pending' });
  const payloads = (await post('/api/v1/payloads', { draft_id: draft.draft_id })).json().payloads;
  expect(payloads[0].payload.text).toBe('The harbour stays closed.');
});

it('a platform added to a draft in review gets the model’s captions; one added to an idle draft costs nothing yet', async () => {
  const add = (draftId: string, revision: number) =>
    api.send('PATCH', `/api/v1/drafts/${draftId}`, { platforms: ['sandbox', 'bluesky'] }, { 'if-match': `"${revision}"` });
  expect((await add(await newDraft(), 1)).statusCode).toBe(200);
  expect(model.calls).toEqual([]);

  const draft = (await post('/api/v1/drafts', { source_text: SOURCE, platforms: ['sandbox'], publish_mode: 'approval_queue' })).json();
  model.answers(writing({ platform: 'bluesky', text: WORDS }));
  const changed = (await add(draft.draft_id, draft.revision)).json();
  expect(changed.approval).toMatchObject({ state: 'pending' });
  const { payloads } = (await post('/api/v1/payloads', { draft_id: draft.draft_id })).json();
  expect(
    payloads.map(({ platform, preview }: { platform: string; preview: { parts: { text: string }[] } }) => [
      platform,
      preview.parts[0]?.text,
    ]),
  ).toEqual([
    ['sandbox', WORDS],
    ['bluesky', WORDS],
  ]);
  expect(model.calls).toHaveLength(1);
});

it('if the model is unavailable, captions are built from the text, and the response says so', async () => {
  model.answers(failing(401));
  const answer = (await post('/api/v1/captions', { draft_id: await newDraft() })).json();
  expect(answer.captions).toMatchObject([{ origin: 'extractive' }]);
  expect(answer.captions[0]).not.toHaveProperty('model_use');
  expect(answer.notices).toMatchObject([{ code: 'model_unavailable' }]);
});

it('a caller without write access does not cause model calls', async () => {
  const draftId = await newDraft();
  const reader = await givenAgent(api.services, api.home.workspace, { scopes: ['read', 'drafts:write'] });
  const stranger = 'drf_01890000-0000-7000-8000-000000000000';
  const as = { authorization: reader.authorization };
  expectProblem(await post('/api/v1/captions', { draft_id: draftId }, as), 'insufficient_scope');
  expectProblem(
    await post('/api/v1/drafts', { source_text: SOURCE, platforms: ['sandbox'], publish_mode: 'approval_queue' }, as),
    'insufficient_scope',
  );
  expectProblem(await post('/api/v1/captions', { draft_id: stranger }), 'not_found');
  expect(model.calls).toEqual([]);
});
