import { expect, it } from 'vitest';
import { agentActor } from '../testing/actors.ts';
import { useApi } from '../testing/api.ts';
import { givenPicture } from '../testing/pictures.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const api = useApi(useTestDatabase());
const PIERS = Array.from({ length: 20 }, (_, index) => `Pier ${index} has a lamp, a bench and a name of its own on the map.`).join('\n\n');
const SOURCE = `${PIERS}\n\nThe ferry waits for nobody, as ferries do.`;

const post = (url: string, body: Record<string, unknown>) => api.send('POST', url, { workspace_id: api.home.workspaceId, ...body });

it('omissions of generated captions are reported with their positions in the source, in every response about the draft', async () => {
  const { draft_id } = (await post('/api/v1/drafts', { source_text: SOURCE, platforms: ['sandbox'] })).json();
  const { captions, notices } = (await post('/api/v1/captions', { draft_id })).json();
  expect(captions[0]).toMatchObject({ text: SOURCE.slice(0, captions[0].text.length), shortened: { kept_percent: 38 } });
  expect(notices).toMatchObject([
    { code: 'shortened', message: 'The post for sandbox is shortened to the first paragraphs: 38 % of the source.' },
    { code: 'left_out', platform: 'sandbox' },
  ]);
  expect(notices[1].message).toMatch(/^The post for sandbox leaves out “Pier .+, for which there was no room\.$/);
  for (const { text, reason, start, end } of notices[1].omissions) {
    expect(reason).toBe('too_long');
    expect(SOURCE.slice(start, end).startsWith(text.replace(/…$/, ''))).toBe(true);
  }
  expect(captions[0].omissions).toEqual(notices[1].omissions);
  const draft = (await api.send('GET', `/api/v1/drafts/${draft_id}`)).json();
  expect(draft.notices).toEqual(notices);
});

it('a description that a network does not support is reported in every response about the draft', async () => {
  const picture = await givenPicture(api.services, await agentActor(api.services, api.home.workspace), api.home.workspace, 'Three boats');
  const made = await post('/api/v1/drafts', {
    source_text: 'The boats are back.',
    platforms: ['telegram', 'mastodon'],
    media_ids: [picture.id],
    approval_required: true,
    publish_mode: 'approval_queue',
  });
  const refused = { code: 'left_out', platform: 'telegram', omissions: [{ text: 'Three boats', reason: 'refused' }] };
  expect(made.json().notices).toContainEqual(expect.objectContaining({ platform: 'telegram', code: 'left_out' }));
  const { draft_id } = made.json();
  const read = (await api.send('GET', `/api/v1/drafts/${draft_id}`)).json();
  const { drafts } = (await api.send('GET', '/api/v1/drafts?limit=1')).json();
  for (const { notices } of [read, drafts[0]])
    expect(notices.filter(({ code }: { code: string }) => code === 'left_out')).toMatchObject([refused]);
});

it.each([
  ['one word of 960 letters', 'x'.repeat(960)],
  ['900 marks on one letter', `a${'\u0301'.repeat(900)}`],
])('if no part of %s fits, a person must write the caption, and the request succeeds', async (_, source_text) => {
  const platforms = ['sandbox', 'x', 'mastodon', 'linkedin'];
  const { draft_id } = (await post('/api/v1/drafts', { source_text, platforms })).json();
  const answer = await post('/api/v1/captions', { draft_id, publish_mode: 'approval_queue' });
  expect(answer.statusCode).toBe(201);
  const { captions, notices, status } = answer.json();
  const empty = captions.filter(({ text }: { text: string }) => text === '').map(({ platform }: { platform: string }) => platform);
  expect(empty).not.toEqual([]);
  expect(empty).not.toContain('linkedin');
  expect(notices.flatMap(({ code, platform }: Record<string, string>) => (code === 'needs_person' ? platform : []))).toEqual(empty);
  expect(status).toBe('in_review');
});

it('a text that fits has no omissions, and exact text is never changed', async () => {
  const note = 'Hi all,\n\n**free** coffee $3.20\n\nBest regards,\nAnna';
  const plain = (await post('/api/generate-description', { source_text: `${note}!`.replaceAll('**', ''), platforms: ['sandbox'] })).json();
  expect(plain).toMatchObject({ captions: [{ text: `${note}!`.replaceAll('**', ''), omissions: [] }], notices: [] });

  const exact = (await post('/api/generate-description', { source_text: SOURCE, platforms: ['sandbox'], wording: 'exact' })).json();
  expect(exact).toMatchObject({ captions: [{ text: SOURCE, warnings: [{ code: 'text_too_long' }] }], notices: [] });
  const { draft_id } = (await post('/api/v1/drafts', { source_text: note, platforms: ['sandbox'] })).json();
  expect((await post('/api/v1/captions', { draft_id, wording: 'exact' })).json()).toMatchObject({ captions: [{ text: note }] });
});
