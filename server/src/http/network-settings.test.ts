import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addConnection } from '../connections/add-connection.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { createFakeTiktok, TIKTOK_TOKEN } from '../platforms/testing/fakes/fake-tiktok.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { testPorts } from '../testing/platforms.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { platformsAt } from '../testing/servers/stand-in-networks.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { videoFile } from '../testing/videos.ts';

const database = useTestDatabase();
const tiktok = createFakeTiktok();
let fake: FakeServer;
let site: PageServer;
beforeAll(async () => {
  fake = await startFakeServer(tiktok, TIKTOK_TOKEN);
  site = await startPageServer();
  const film = await videoFile(4, { rate: 30, packetBytes: 200 });
  site.on('/boats.mp4', (response) => void response.writeHead(200, { 'content-type': 'video/mp4' }).end(film));
});
afterAll(async () => {
  await fake?.stop();
  await site?.stop();
});

const api = useApi(database, {
  services: () => ({ platforms: platformsAt({ tiktok: fake.url }, testPorts()), outbound: createTestOutbound([site.address]) }),
});

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
      { pointer: '/captions/0/settings/board', message: expect.stringContaining('is not a setting there') },
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

  it('that TikTok does not offer the account are a violation, and hold the post back until others are chosen', async () => {
    const { workspaceId } = api.home;
    const owner = await userActor(api.services, api.home.accountId);
    const entered = { accessToken: TIKTOK_TOKEN, refreshToken: 'rft.refresh-token-1', openId: 'open-71' };
    const connected = await api.services.platforms.get('tiktok')?.connect(entered);
    if (!connected) throw new Error('There is no TikTok.');
    await actAs(api.services, owner, (ctx) => addConnection(ctx, { workspaceId, platform: 'tiktok', connected }));
    const media = (await api.send('POST', '/api/v1/media/from-url', { url: `http://${site.address}/boats.mp4` })).json();
    const settings = { privacy_level: 'FOLLOWER_OF_CREATOR', allow_comments: true, allow_duet: true, allow_stitch: true };
    const words = { platform: 'tiktok', text: 'Boats come in.' };
    const video = { platforms: ['tiktok'], media_ids: [media.media_id], publish_mode: 'draft_only' };
    const made = (await make([{ ...words, settings }], video)).json();
    expect(made.captions[0].warnings).toEqual([]);
    const payloadOf = async () =>
      (await api.send('POST', '/api/v1/payloads', { workspace_id: workspaceId, draft_id: made.draft_id })).json().payloads[0];
    const { valid, violations } = await payloadOf();
    const fault = { code: 'setting_not_accepted', remedy: expect.stringContaining('change the account’s privacy settings on TikTok') };
    expect([valid, violations]).toEqual([
      false,
      [
        expect.objectContaining({
          ...fault,
          field: 'settings/privacy_level',
          message: expect.stringContaining('does not offer “Followers”'),
        }),
        expect.objectContaining({ ...fault, field: 'settings/allow_duet' }),
      ],
    ]);
    const held = {
      gate: 'payload',
      status: 'block',
      code: 'payload_invalid',
      message: expect.stringContaining('does not offer “Followers”'),
    };
    const precheck = async () =>
      (await api.send('POST', '/api/v1/usage/precheck', { workspace_id: workspaceId, draft_id: made.draft_id })).json();
    expect((await precheck()).gates).toContainEqual(expect.objectContaining(held));
    const submitted = (await api.send('POST', `/api/v1/drafts/${made.draft_id}/submit`, {})).json();
    expect(submitted.publish_job.publishing_readiness.gates).toContainEqual(expect.objectContaining(held));
    const offered = { ...settings, privacy_level: 'SELF_ONLY', allow_duet: false };
    expect((await change(made.draft_id, made.revision, [{ ...words, settings: offered }])).statusCode).toBe(200);
    expect(await payloadOf()).toMatchObject({ valid: true, violations: [] });
    expect((await precheck()).gates).toContainEqual(expect.objectContaining({ gate: 'payload', status: 'pass' }));
    expect(tiktok.posts).toEqual([]);
  });
});
