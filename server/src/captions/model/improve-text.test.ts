import { afterAll, expect, it } from 'vitest';
import { agentActor, userActor } from '../../testing/actors.ts';
import { useApi } from '../../testing/api.ts';
import { givenPicture } from '../../testing/pictures.ts';
import { failing, startModelServer, writing } from '../../testing/servers/model-server.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, testConfig } from '../../testing/test-services.ts';
import { describePicture } from './describe-picture.ts';
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

it('shortens a text, and records the model usage', async () => {
  model.answers(writing({ platform: 'text', text: SHORT }));
  expect(await improve()).toMatchObject({ text: SHORT, reason: null, departures: [] });
  expect(await database.orm.em.fork().find(ModelCall, { workspaceId: api.home.workspaceId })).toMatchObject([{ inputTokens: 1_000 }]);
});

it('retries for a text that is not shorter or adds a number, and then gives up', async () => {
  model.answers(writing({ platform: 'text', text: `${TEXT} Come along.` }), writing({ platform: 'text', text: SHORT }));
  expect((await improve()).text).toBe(SHORT);
  model.answers(
    writing({ platform: 'text', text: 'It opens with 40 boats.' }),
    writing({ platform: 'text', text: 'It opens with 40 boats.' }),
  );
  const { text, reason } = await improve();
  expect({ text, reason: String(reason) }).toEqual({
    text: null,
    reason: "The language model's text said something that yours does not. Your text is unchanged.",
  });
});

it('keeps the text if there is no answer', async () => {
  model.answers(failing(401));
  const { text, reason } = await improve();
  expect({ text, reason: String(reason) }).toEqual({
    text: null,
    reason: 'The language model did not respond in time. Your text is unchanged.',
  });
});

it('needs a text, and a language for a translation', async () => {
  await expect(improve({ text: ' ' })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(improve({ task: 'translate', language: 'not a language' })).rejects.toMatchObject({ code: 'validation_failed' });
});

it('suggests a description of a picture, from the picture itself, and records the model usage', async () => {
  const agent = await agentActor(api.services, api.home.workspace);
  const { id: mediaId } = await givenPicture(api.services, agent, api.home.workspace, '');
  const editor = await userActor(api.services, api.home.accountId, 'editor');
  const describe = (more: object = {}) =>
    describePicture(contextFor(api.services, editor), { workspaceId: api.home.workspaceId, mediaId, language: 'en', ...more });
  const before = await database.orm.em.fork().count(ModelCall, { workspaceId: api.home.workspaceId });
  model.answers(writing({ platform: 'picture', text: 'A red boat\nat a wooden pier.' }));
  expect(await describe()).toEqual({ text: 'A red boat at a wooden pier.', reason: null });
  const [call] = model.calls;
  expect(JSON.stringify(call?.body.messages)).toMatch(/"image_url":\{"url":"data:image\/(?:jpeg|png);base64,/);
  expect(await database.orm.em.fork().count(ModelCall, { workspaceId: api.home.workspaceId })).toBe(before + 1);

  model.answers(failing(400, 'This model takes no pictures.'));
  const { text, reason } = await describe();
  expect({ text, reason: String(reason) }).toEqual({ text: null, reason: 'The language model did not describe the picture.' });
  await expect(describe({ mediaId: 'med_unknown' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(describe({ language: 'not a language' })).rejects.toMatchObject({ code: 'validation_failed' });
});
