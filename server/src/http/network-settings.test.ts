import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

const own = { platform: 'youtube', title: 'The pier', text: 'It opens on Friday.' };
const make = (captions: object[], more: object = {}) =>
  api.send('POST', '/api/v1/drafts', {
    workspace_id: api.home.workspaceId,
    source_text: 'The pier opens on Friday.',
    platforms: ['youtube'],
    publish_mode: 'approval_queue',
    captions,
    ...more,
  });
const read = async (id: string) => (await api.send('GET', `/api/v1/drafts/${id}`)).json();
const change = (id: string, revision: number, captions: object[]) =>
  api.send('PATCH', `/api/v1/drafts/${id}`, { captions }, { 'if-match': `"${revision}"` });
const settingFaultsOf = (payload: { violations: { code: string; field: string }[] }) =>
  payload.violations.filter(({ field }) => field.startsWith('settings/')).map(({ code }) => code);

const shownValue = (payload: { preview: { settings: { name: string; value: string }[] } }, name: string) =>
  payload.preview.settings.find((setting) => setting.name === name)?.value;

describe('settings of a network', () => {
  it('are listed with the platform and described', async () => {
    const { platforms } = (await api.send('GET', '/api/v1/platforms')).json();
    const { settings } = platforms.find(({ platform }: { platform: string }) => platform === 'youtube');
    expect(settings).toContainEqual(
      expect.objectContaining({ name: 'privacy', label: 'Who can watch', kind: 'choice', default: 'public', required: false }),
    );
    expect(settings).toContainEqual(expect.objectContaining({ name: 'made_for_kids', kind: 'boolean', required: true }));
  });

  it('of a caption are in the payload, with defaults for the others, and in its preview', async () => {
    const made = (await make([{ ...own, settings: { made_for_kids: false, privacy: 'unlisted' } }])).json();
    expect(made.captions).toMatchObject([{ settings: { made_for_kids: false, privacy: 'unlisted' } }]);
    const [payload] = (await read(made.draft_id)).payloads;
    expect(JSON.stringify(payload.payload)).toContain('unlisted');
    expect(payload.preview.settings).toEqual([
      { name: 'privacy', label: 'Who can watch', value: 'Everyone with the link' },
      { name: 'made_for_kids', label: 'Made for kids', value: 'No' },
      { name: 'ai_generated', label: 'Made with AI', value: 'No' },
      { name: 'notify_subscribers', label: 'Notify subscribers', value: 'Yes' },
    ]);
    expect(settingFaultsOf(payload)).toEqual([]);
  });

  it('that are required but missing are a violation before approval', async () => {
    const made = (await make([own])).json();
    const [payload] = (await read(made.draft_id)).payloads;
    expect(settingFaultsOf(payload)).toEqual(['setting_missing']);
    expect(payload.valid).toBe(false);
  });

  it('are refused by name if the network does not have them', async () => {
    const refused = await make([{ ...own, settings: { board: 'Boats', made_for_kids: 'no' } }]);
    expect(expectProblem(refused, 'validation_failed').errors).toEqual([
      { pointer: '/captions/0/settings/board', message: expect.stringContaining('is no setting there') },
      { pointer: '/captions/0/settings/made_for_kids', message: 'captions[0].settings.made_for_kids must be true or false.' },
    ]);
    const none = await make([{ platform: 'sandbox', text: 'Open.', settings: { board: 'Boats' } }], { platforms: ['sandbox'] });
    expectProblem(none, 'validation_failed');
  });

  it('are kept when only the text changes, and are other content when they change', async () => {
    const made = (await make([{ ...own, settings: { made_for_kids: true } }])).json();
    const first = await read(made.draft_id);
    const reworded = (await change(made.draft_id, made.revision, [{ ...own, text: 'It opens on Saturday.' }])).json();
    expect(shownValue((await read(made.draft_id)).payloads[0], 'made_for_kids')).toBe('Yes');
    const unlisted = { ...own, text: 'It opens on Saturday.', settings: { made_for_kids: true, privacy: 'unlisted' } };
    const reset = (await change(made.draft_id, reworded.revision, [unlisted])).json();
    const last = await read(made.draft_id);
    expect(reset.revision).toBeGreaterThan(reworded.revision);
    expect(last.payloads[0].payload_hash).not.toBe(first.payloads[0].payload_hash);
    const same = (await change(made.draft_id, reset.revision, [unlisted])).json();
    expect(same.revision).toBe(reset.revision);
  });
});
