import { afterAll, expect, it } from 'vitest';
import { userActor } from '../../testing/actors.ts';
import { useApi } from '../../testing/api.ts';
import { failing, startModelServer, writing } from '../../testing/servers/model-server.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, testConfig } from '../../testing/test-services.ts';
import { type ImproveTextInput, improveText } from './improve-text.ts';
import { ModelCall } from './model-call.entity.ts';

const database = useTestDatabase();
const model = await startModelServer();
const api = useApi(database, {
  services: () => ({ config: { ...testConfig(database), captionModel: model.config({ dailyTokens: 8_000 }) } }),
});
afterAll(() => model.stop());

const TEXT = 'The harbour opens again on Saturday 3 July at eight in the morning, and boats leave every hour.';
const SHORT = 'The harbour opens on Saturday 3 July at eight.';

async function improve(more: Partial<ImproveTextInput> = {}) {
  const editor = await userActor(api.services, api.home.accountId, 'editor');
  const input = { workspaceId: api.home.workspaceId, text: TEXT, task: 'shorten' as const, ...more };
  return improveText(contextFor(api.services, editor), input);
}

it('shortens a text, and records what the model used', async () => {
  model.answers(writing({ platform: 'text', text: SHORT }));
  expect(await improve()).toMatchObject({ text: SHORT, reason: null, departures: [] });
  expect(await database.orm.em.fork().find(ModelCall, { workspaceId: api.home.workspaceId })).toMatchObject([{ inputTokens: 1_000 }]);
});

it('asks again for a text that is not shorter or adds a number, and gives up after that', async () => {
  model.answers(writing({ platform: 'text', text: `${TEXT} Come along.` }), writing({ platform: 'text', text: SHORT }));
  expect((await improve()).text).toBe(SHORT);
  model.answers(
    writing({ platform: 'text', text: 'It opens with 40 boats.' }),
    writing({ platform: 'text', text: 'It opens with 40 boats.' }),
  );
  const { text, reason } = await improve();
  expect({ text, reason: String(reason) }).toEqual({
    text: null,
    reason: "The language model's words said what your text does not. Your text is unchanged.",
  });
});

it('leaves the text as it is without an answer', async () => {
  model.answers(failing(401));
  const { text, reason } = await improve();
  expect({ text, reason: String(reason) }).toEqual({
    text: null,
    reason: 'The language model gave no answer in time. Your text is unchanged.',
  });
});

it('needs a text, and a language for a translation', async () => {
  await expect(improve({ text: ' ' })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(improve({ task: 'translate', language: 'not a language' })).rejects.toMatchObject({ code: 'validation_failed' });
});
