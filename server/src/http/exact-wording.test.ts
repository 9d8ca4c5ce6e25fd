import { expect, it } from 'vitest';
import { useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const api = useApi(useTestDatabase());
const NOTE = '# Monday\n\n**free** coffee $3.20';
const ADAPTED = 'Monday\n\nfree coffee $3.20';

const post = async (url: string, body: Record<string, unknown>) =>
  (await api.send('POST', url, { workspace_id: api.home.workspaceId, ...body })).json();
const give = (more: object = {}) => post('/api/v1/drafts', { source_text: NOTE, platforms: ['sandbox'], ...more });
const wordsOf = async (draft_id: string) => (await post('/api/v1/captions', { draft_id })).captions[0].text;
const change = async (draftId: string, revision: number, body: object) =>
  (await api.send('PATCH', `/api/v1/drafts/${draftId}`, body, { 'if-match': `"${revision}"` })).json();
const setVoice = async (wording: 'adapt' | 'exact') => {
  const { workspace, workspaceId } = api.home;
  const em = api.services.orm.em.fork();
  await em.execute('update workspaces set voice = ? where id = ?', [JSON.stringify({ ...workspace.voice, wording }), workspaceId]);
};

it('a draft stores and returns the wording exact', async () => {
  const { draft_id, wording } = await give({ wording: 'exact' });
  expect(wording).toBe('exact');
  expect(await wordsOf(draft_id)).toBe(NOTE);
  expect((await api.send('GET', `/api/v1/drafts/${draft_id}`)).json()).toMatchObject({ wording: 'exact' });

  const plain = await give();
  expect(plain.wording).toBeNull();
  expect(await wordsOf(plain.draft_id)).toBe(ADAPTED);
});

it('a draft submitted at once has captions in its own wording', async () => {
  const submitted = await give({ wording: 'exact', publish_mode: 'approval_queue' });
  const read = (await api.send('GET', `/api/v1/drafts/${submitted.draft_id}`)).json();
  expect(read.captions).toMatchObject([{ text: NOTE, origin: 'extractive' }]);
});

it('another wording of a draft regenerates its captions', async () => {
  const { draft_id } = await give();
  expect(await wordsOf(draft_id)).toBe(ADAPTED);
  const { revision } = (await api.send('GET', `/api/v1/drafts/${draft_id}`)).json();
  const changed = await change(draft_id, revision, { wording: 'exact' });
  expect(changed.wording).toBe('exact');
  expect((await api.send('GET', `/api/v1/drafts/${draft_id}`)).json().captions).toMatchObject([{ text: NOTE }]);
  await change(draft_id, changed.revision, { wording: null });
  expect((await api.send('GET', `/api/v1/drafts/${draft_id}`)).json()).toMatchObject({ wording: null, captions: [{ text: ADAPTED }] });
});

it('the wording of the call precedes that of the draft, which precedes that of the workspace', async () => {
  await setVoice('exact');
  expect(await wordsOf((await give()).draft_id)).toBe(NOTE);
  expect(await wordsOf((await give({ wording: 'adapt' })).draft_id)).toBe(ADAPTED);
  const { draft_id } = await give({ wording: 'exact' });
  expect((await post('/api/v1/captions', { draft_id, wording: 'adapt' })).captions[0].text).toBe(ADAPTED);
  await setVoice('adapt');
});
