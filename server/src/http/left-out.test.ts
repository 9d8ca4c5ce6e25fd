import { expect, it } from 'vitest';
import { useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const api = useApi(useTestDatabase());
const PIERS = Array.from({ length: 20 }, (_, index) => `Pier ${index} has a lamp, a bench and a name of its own on the map.`).join(' ');
const SOURCE = `${PIERS} Do not swim there before 4 July, the water is not safe. ${'The ferry waits for nobody, as ferries do. '.repeat(3)}`;
const RISK = 'Do not swim there before 4 July, the water is not safe.';

const post = (url: string, body: Record<string, unknown>) => api.send('POST', url, { workspace_id: api.home.workspaceId, ...body });

it('what generated words leave out is told with its place in the source, by every answer about the draft', async () => {
  const { draft_id } = (await post('/api/v1/drafts', { source_text: SOURCE, platforms: ['sandbox'] })).json();
  const { captions, notices } = (await post('/api/v1/captions', { draft_id })).json();
  expect(captions[0].text).toContain(RISK);
  expect(notices).toMatchObject([{ code: 'left_out', platform: 'sandbox' }]);
  expect(notices[0].message).toMatch(
    /^The post for sandbox leaves out “Pier .+, for which there was no room\. There (?:is one|are \d+) more\.$/,
  );
  for (const { text, reason, start, end } of notices[0].omissions) {
    expect(reason).toBe('too_long');
    expect(SOURCE.slice(start, end).startsWith(text.replace(/…$/, ''))).toBe(true);
  }
  expect(captions[0].omissions).toEqual(notices[0].omissions);
  const draft = (await api.send('GET', `/api/v1/drafts/${draft_id}`)).json();
  expect(draft.notices).toEqual(notices);
});

it('where something that readers need finds no room, the answer says that a person should look', async () => {
  const risks = Array.from({ length: 14 }, (_, index) => `Do not enter pier ${index} before ${index + 1} July, its planks are rotten.`);
  const body = { source_text: risks.join(' '), platforms: ['sandbox'] };
  const { notices } = (await post('/api/generate-description', body)).json();
  expect(notices.map(({ code }: { code: string }) => code)).toEqual(['left_out', 'needs_person']);
  expect(notices[1].message).toContain('A person should look at the words');
});

it('a text that fits leaves nothing out, and none that is wanted exact is touched', async () => {
  const note = 'Hi all,\n\n**free** coffee $3.20\n\nBest regards,\nAnna';
  const plain = (await post('/api/generate-description', { source_text: `${note}!`.replaceAll('**', ''), platforms: ['sandbox'] })).json();
  expect(plain).toMatchObject({ captions: [{ text: `${note}!`.replaceAll('**', ''), omissions: [] }], notices: [] });

  const exact = (await post('/api/generate-description', { source_text: SOURCE, platforms: ['sandbox'], wording: 'exact' })).json();
  expect(exact).toMatchObject({ captions: [{ text: SOURCE, warnings: [{ code: 'text_too_long' }] }], notices: [] });
  const { draft_id } = (await post('/api/v1/drafts', { source_text: note, platforms: ['sandbox'] })).json();
  expect((await post('/api/v1/captions', { draft_id, wording: 'exact' })).json()).toMatchObject({ captions: [{ text: note }] });
});
