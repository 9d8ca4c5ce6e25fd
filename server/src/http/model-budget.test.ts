import { afterAll, beforeEach, expect, it } from 'vitest';
import { ModelCall } from '../captions/model/model-call.entity.ts';
import { useApi } from '../testing/api.ts';
import { failing, startModelServer, writing } from '../testing/servers/model-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { testConfig } from '../testing/test-services.ts';

const database = useTestDatabase();
const model = await startModelServer();
const captionModel = model.config({ dailyTokens: 2_000 });
const api = useApi(database, { services: () => ({ config: { ...testConfig(database), captionModel } }) });
afterAll(() => model.stop());

const SOURCE = 'The harbour opens again on Saturday at eight. Boats leave every hour.';
const describeIt = async () =>
  (
    await api.send('POST', '/api/generate-description', { workspace_id: api.home.workspaceId, source_text: SOURCE, platforms: ['sandbox'] })
  ).json();
const calls = () => database.orm.em.fork().find(ModelCall, { workspaceId: api.home.workspaceId });

beforeEach(async () => {
  await database.orm.em.fork().nativeDelete(ModelCall, {});
  model.answers(writing({ platform: 'sandbox', text: 'Boats leave every hour.' }));
});

it('records every call with its cost, even if its captions were discarded', async () => {
  await describeIt();
  expect(await calls()).toMatchObject([{ model: 'harbour-small', inputTokens: 1_000, outputTokens: 100, costMicros: 700 }]);
});

it('a workspace that has used its daily budget gets captions from the text, with a notice', async () => {
  const answers = [await describeIt(), await describeIt(), await describeIt()];
  expect(answers.map(({ captions }) => captions[0].origin)).toEqual(['model', 'model', 'extractive']);
  expect(answers.map(({ notices }) => notices.map(({ code }: { code: string }) => code))).toEqual([
    ['left_out'],
    ['left_out'],
    ['model_budget_spent'],
  ]);
  expect(model.calls).toHaveLength(2);
});

it('usage more than a day ago does not count', async () => {
  await describeIt();
  await describeIt();
  const yesterday = new Date(api.services.clock.now().getTime() - 24 * 3_600_000 - 1);
  await database.orm.em.fork().nativeUpdate(ModelCall, {}, { createdAt: yesterday });
  expect((await describeIt()).captions[0].origin).toBe('model');
});

it('a call without usage is not recorded', async () => {
  model.answers(failing(401));
  await describeIt();
  expect(await calls()).toEqual([]);
});
