import { describe, expect, it } from 'vitest';
import { createTemplate, deleteTemplate, renameTemplate } from '../drafts/draft-templates.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

const make = async (more: object = {}) =>
  (
    await api.send('POST', '/api/v1/drafts', {
      ...{ workspace_id: api.home.workspaceId, source_text: 'The pier opens on Friday.', platforms: ['sandbox'] },
      ...more,
    })
  ).json();
const change = (id: string, revision: number, body: object) =>
  api.send('PATCH', `/api/v1/drafts/${id}`, body, { 'if-match': `"${revision}"` });
const textsWith = async (list: string, label: string): Promise<string[]> => {
  const answer = (await api.send('GET', `/api/v1/${list}?label=${encodeURIComponent(label)}`)).json();
  return answer.drafts.map(({ source_text: text }: { source_text: string }) => text);
};
const editor = () => userActor(api.services, api.home.accountId, 'editor');

describe('labels of drafts', () => {
  it('are trimmed and deduplicated, and filter drafts', async () => {
    const made = await make({ labels: [' Opening  hours', 'opening hours', 'pier'] });
    expect(made.labels).toEqual(['Opening hours', 'pier']);
    await make({ source_text: 'Another one.', labels: ['hours'] });
    expect(await textsWith('drafts', 'Opening hours')).toEqual(['The pier opens on Friday.']);
    expect(await textsWith('drafts', 'none')).toEqual([]);
  });

  it('change without a new revision or approval', async () => {
    const { draft_id: id, revision, approval, content_hash: hash } = await make({ publish_mode: 'approval_queue' });
    const labelled = (await change(id, revision, { labels: ['urgent'] })).json();
    expect(labelled).toMatchObject({ status: 'in_review', labels: ['urgent'], revision, content_hash: hash });
    expect(labelled.approval.approval_id).toBe(approval.approval_id);
  });

  it('change together with the text', async () => {
    const { draft_id: id, revision } = await make({ labels: ['old'] });
    const changed = (
      await change(id, revision, { source_text: 'It opens on Saturday.', labels: ['new'], note_to_reviewer: 'See the plan.' })
    ).json();
    expect(changed).toMatchObject({ source_text: 'It opens on Saturday.', labels: ['new'], note_to_reviewer: 'See the plan.' });
  });

  it('are refused when they are too many or too long', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `label ${index}`);
    expect((await api.send('POST', '/api/v1/drafts', body({ labels: many }))).json()).toMatchObject({ code: 'validation_failed' });
    expect((await api.send('POST', '/api/v1/drafts', body({ labels: ['x'.repeat(51)] }))).json()).toMatchObject({
      code: 'validation_failed',
    });
  });
});

const body = (more: object) => ({
  ...{ workspace_id: api.home.workspaceId, source_text: 'A text.', platforms: ['sandbox'] },
  ...more,
});

describe('templates of a workspace', () => {
  const listed = async () => (await api.send('GET', '/api/v1/templates')).json().templates;

  it('store text, targets, settings and labels of a draft, and start new drafts', async () => {
    const own = { platform: 'sandbox', text: 'Own words.', tags: ['pier'], thread: ['And more.'] };
    const { draft_id: draftId } = await make({ captions: [own], labels: ['pier'], link: 'https://example.org/pier' });
    await actAs(api.services, await editor(), (ctx) => createTemplate(ctx, { draftId, name: ' The  pier ' }));
    const [template] = await listed();
    expect(template).toMatchObject({
      ...{ name: 'The pier', source_text: 'The pier opens on Friday.', platforms: ['sandbox'], link: 'https://example.org/pier' },
      ...{ labels: ['pier'], captions: [own] },
    });
    const { template_id: _id, name: _name, ...fields } = template;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    expect(await make(given)).toMatchObject({ labels: ['pier'], captions: [{ ...own, origin: 'agent' }] });
  });

  it('are renamed and deleted by people who may write', async () => {
    const { draft_id: draftId } = await make();
    const person = await editor();
    const { id: templateId } = await actAs(api.services, person, (ctx) => createTemplate(ctx, { draftId, name: 'Pier' }));
    await actAs(api.services, person, (ctx) => renameTemplate(ctx, { templateId, name: 'Opening' }));
    expect((await listed()).map(({ name }: { name: string }) => name)).toContain('Opening');
    await actAs(api.services, person, (ctx) => deleteTemplate(ctx, templateId));
    expect((await listed()).map(({ name }: { name: string }) => name)).not.toContain('Opening');
  });

  it('need a name', async () => {
    const { draft_id: draftId } = await make();
    const person = await editor();
    const unnamed = actAs(api.services, person, (ctx) => createTemplate(ctx, { draftId, name: ' ' }));
    await expect(unnamed).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
