import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LinkCard } from '../links/link-card.entity.ts';
import { createCardPurge, prepareLinkCard } from '../links/link-cards.ts';
import { prepareReferences } from '../publishing/review/content/prepare-content.ts';
import { validateWords } from '../publishing/review/content/validate-words.ts';
import { agentActor, userActor } from '../testing/actors.ts';
import { useApi } from '../testing/api.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { noisyPicture } from '../testing/pictures.ts';
import { createTestLinkReader } from '../testing/servers/link-reader.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, type FixedClock } from '../testing/test-services.ts';

const database = useTestDatabase();
let site: PageServer;
beforeAll(async () => {
  site = await startPageServer();
  const picture = await noisyPicture(1400, 700).jpeg().toBuffer();
  site.on('/boat.jpg', (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture));
});
afterAll(() => site.stop());
const api = useApi(database, { services: () => ({ links: createTestLinkReader(site) }) });

let links = 0;
let link: string;
beforeEach(() => {
  links += 1;
  link = `http://${site.address}/page-${links}`;
});
const path = () => new URL(link).pathname;
const givenPage = (title: string) =>
  site.page(
    path(),
    `<title>${title}</title><meta property="og:description" content="From 8 to 18."><meta property="og:image" content="/boat.jpg">`,
  );
const looks = () => site.seen.filter((request) => request.path === path()).length;

const post = (url: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.send('POST', url, { workspace_id: api.home.workspaceId, ...body }, headers);
const draftOf = (body: Record<string, unknown> = {}) => ({
  source_text: 'The harbour opens again on Saturday at eight.',
  platforms: ['bluesky'],
  link,
  publish_mode: 'approval_queue',
  ...body,
});
const create = async (body: Record<string, unknown> = {}) => (await post('/api/v1/drafts', draftOf(body))).json();
const payloadOf = async (draftId: string) => (await post('/api/v1/payloads', { draft_id: draftId })).json().payloads[0];
const advance = (minutes: number) => (api.services.clock as FixedClock).advance(minutes * 60_000);

it('the card is read before approval is requested, and is part of what is signed, with its picture', async () => {
  givenPage('Open again');
  const draft = await create();
  expect(draft).toMatchObject({ status: 'in_review', notices: [] });
  const { payload, preview, valid } = await payloadOf(draft.draft_id);
  expect(valid).toBe(true);
  const { embed } = payload.records[0];
  expect(embed).toMatchObject({
    $type: 'app.bsky.embed.external',
    external: { uri: link, title: 'Open again', description: 'From 8 to 18.', thumb: { $type: 'blob', mimeType: 'image/jpeg' } },
  });
  expect(preview.link_card).toMatchObject({
    url: link,
    title: 'Open again',
    description: 'From 8 to 18.',
    made_by: 'service',
    missing: null,
  });
  expect(preview.link_card.image).toMatchObject({ width: 1200, height: 600 });
  const picture = await api.send('GET', preview.link_card.image.url);
  expect([picture.statusCode, picture.rawPayload.length]).toEqual([200, embed.external.thumb.size]);
});

it('a link only in the text has a card too, once its page was read, and the author may omit it', async () => {
  givenPage('Open again');
  const text = `The harbour opens again: ${link}`;
  const draft = await create({ source_text: text, link: undefined, platforms: ['bluesky', 'linkedin', 'mastodon'] });
  const { payloads } = (await post('/api/v1/payloads', { draft_id: draft.draft_id })).json();
  const [bluesky, linkedin, mastodon] = payloads;
  expect(bluesky.payload.records[0].embed.external).toMatchObject({ uri: link, title: 'Open again' });
  expect(linkedin.payload.content.article).toMatchObject({ source: link, title: 'Open again' });
  expect(mastodon.preview.link_card).toMatchObject({ url: link, made_by: 'network' });

  const own = { platform: 'bluesky', text, tags: [], thread: [], settings: { no_link_card: true } };
  const written = await post('/api/v1/captions', { draft_id: draft.draft_id, captions: [own] });
  expect(written.statusCode).toBe(201);
  const again = await payloadOf(draft.draft_id);
  expect(again.payload.records[0]).not.toHaveProperty('embed');
  expect(again.preview.link_card).toBeNull();
  expect(again.preview.settings).toMatchObject([{ name: 'no_link_card', value: 'Yes' }]);
});

it('a link in the text whose page cannot be read has no card: an empty one would be worse', async () => {
  const draft = await create({ source_text: `The harbour opens again: ${link}`, link: undefined });
  const { payload, preview } = await payloadOf(draft.draft_id);
  expect(payload.records[0]).not.toHaveProperty('embed');
  expect(preview.link_card).toBeNull();
});

it('later changes of the page do not change the submitted card', async () => {
  givenPage('As it was signed');
  const draft = await create();
  givenPage('Something else');
  advance(3 * 24 * 60);
  const again = (await post('/api/v1/publish-jobs', { draft_id: draft.draft_id })).json();
  expect(again).toMatchObject({ job_id: draft.publish_job.job_id });
  expect((await api.send('POST', `/api/v1/drafts/${draft.draft_id}/submit`)).json()).toMatchObject({ content_hash: draft.content_hash });
  expect((await payloadOf(draft.draft_id)).payload.records[0].embed.external.title).toBe('As it was signed');
  expect(looks()).toBe(1);
});

it('an unreadable page does not block a post: the link is sent without a card, with a notice', async () => {
  const draft = await create();
  expect(draft.notices).toEqual([{ code: 'link_card_missing', message: expect.stringContaining('The page responded with 404.') }]);
  const { payload, preview, valid } = await payloadOf(draft.draft_id);
  expect(valid).toBe(true);
  expect(payload.records[0].embed.external).toEqual({ uri: link, title: site.address, description: '' });
  expect(preview.link_card).toMatchObject({ title: site.address, image: null, missing: 'The page responded with 404.' });
});

it('a missing card picture is reported before approval', async () => {
  site.page('/saturday-without', '<title>Open again</title><meta property="og:image" content="/not-there.jpg">');
  link = `http://${site.address}/saturday-without`;
  const draft = await create();
  expect(draft.notices).toEqual([
    {
      code: 'link_card_without_picture',
      message: expect.stringContaining('The link card is published without a picture: The page names'),
    },
  ]);
  const { preview } = await payloadOf(draft.draft_id);
  expect(preview.link_card).toMatchObject({ title: 'Open again', image: null, missing: expect.stringContaining('names a picture') });
});

it('once the page is available, resubmitting requests approval again with its card', async () => {
  const draft = await create();
  givenPage('There now');
  const submit = async () => (await api.send('POST', `/api/v1/drafts/${draft.draft_id}/submit`)).json();
  expect((await submit()).approval.approval_id).toBe(draft.approval.approval_id);
  advance(6);
  const again = await submit();
  expect(again.approval).toMatchObject({ state: 'pending' });
  expect(again.approval.approval_id).not.toBe(draft.approval.approval_id);
  expect((await payloadOf(draft.draft_id)).payload.records[0].embed.external.title).toBe('There now');
});

it('another link has another card, and requires approval again', async () => {
  givenPage('The first');
  const draft = await create();
  link = `${link}-b`;
  givenPage('The second');
  const changed = await api.send('PATCH', `/api/v1/drafts/${draft.draft_id}`, { link }, { 'if-match': `"${draft.revision}"` });
  expect(changed.json().content_hash).not.toBe(draft.content_hash);
  expect((await payloadOf(draft.draft_id)).payload.records[0].embed.external.title).toBe('The second');
});

it('a page is read once a day for each workspace', async () => {
  givenPage('Popular');
  for (let round = 0; round < 3; round += 1) await create();
  expect(looks()).toBe(1);
  const other = await givenWorkspace(api.services);
  const { authorization } = await givenAgent(api.services, other.workspace);
  expect((await post('/api/v1/drafts', { ...draftOf(), workspace_id: other.workspaceId }, { authorization })).statusCode).toBe(201);
  expect(looks()).toBe(2);
  advance(25 * 60);
  await create();
  expect(looks()).toBe(3);
});

it('reading, repeating a request, or a network that makes its own card calls no server', async () => {
  const headers = { 'idempotency-key': `link-${links}` };
  const first = await post('/api/v1/drafts', draftOf({ publish_mode: 'draft_only' }), headers);
  const draftId = first.json().draft_id;
  // Another look would be due by now.
  advance(6);
  expect((await post('/api/v1/drafts', draftOf({ publish_mode: 'draft_only' }), headers)).body).toBe(first.body);
  await api.send('GET', `/api/v1/drafts/${draftId}`);
  await post('/api/v1/usage/precheck', { draft_id: draftId });
  expect(looks()).toBe(1);

  const mastodon = await create({ platforms: ['mastodon'] });
  const { preview } = await payloadOf(mastodon.draft_id);
  expect(preview.link_card).toEqual({
    url: link,
    title: site.address,
    description: null,
    site_name: null,
    image: null,
    made_by: 'network',
    missing: null,
  });
  expect(looks()).toBe(1);
});

it('cards of unsaved text are read before a draft exists, only for people who may write', async () => {
  givenPage('Unsaved');
  const ctx = contextFor(api.services, await agentActor(api.services, api.home.workspace));
  const input = { workspaceId: api.home.workspaceId, platforms: ['bluesky'], texts: [`Look: ${link}`] };
  expect(await prepareReferences(ctx, input)).toEqual([]);
  const words = { text: `Look: ${link}`, tags: [], thread: [] };
  const [checked] = await validateWords(ctx, { workspaceId: api.home.workspaceId, platforms: ['bluesky'], words });
  expect(checked?.preview.linkCard).toMatchObject({ url: link, title: 'Unsaved' });
  expect(looks()).toBe(1);
  const reader = contextFor(api.services, await userActor(api.services, api.home.accountId, 'viewer'));
  await expect(prepareReferences(reader, input)).rejects.toMatchObject({ code: 'insufficient_role' });
});

it('a refused request calls no server', async () => {
  givenPage('Not for you');
  const other = await givenWorkspace(api.services);
  expect((await post('/api/v1/drafts', { ...draftOf(), workspace_id: other.workspaceId })).statusCode).toBe(404);
  for (const odd of [`${link}\u0000`, `${link}\ud800`, `${link} `, `${link}?${'x'.repeat(2_048)}`])
    expect([422, 400]).toContain((await post('/api/v1/drafts', draftOf({ link: odd }))).statusCode);
  const input = { workspaceId: api.home.workspaceId, platforms: ['bluesky'], link: `${link}\u0000` };
  expect(await prepareLinkCard(contextFor(api.services, await agentActor(api.services, api.home.workspace)), input)).toEqual([]);
  const { authorization } = await givenAgent(api.services, api.home.workspace, { scopes: ['read'] });
  expect((await post('/api/v1/drafts', draftOf(), { authorization })).statusCode).toBe(403);
  expect(looks()).toBe(0);
});

it('the card’s text is checked like all published text', async () => {
  const key = `AKIA${'QXZ7WMPL4RTK2VYN'}`;
  givenPage(`Our key is ${key}`);
  const draft = await create();
  const job = (await api.send('GET', `/api/v1/publish-jobs/${draft.publish_job.job_id}`)).json();
  const safety = job.publishing_readiness.gates.find(({ gate }: { gate: string }) => gate === 'safety');
  expect(safety).toMatchObject({ status: 'block' });
});

it('a page read that no draft uses is deleted after a month', async () => {
  givenPage('Kept');
  const draft = await create();
  const kept = await payloadOf(draft.draft_id);
  link = `${link}-unused`;
  givenPage('Only looked at');
  await create({ publish_mode: 'draft_only' });
  advance(31 * 24 * 60);
  await createCardPurge()(api.services);
  expect((await api.send('GET', '/api/v1/media')).json().media).toEqual([]);
  const left = await api.services.orm.em.fork().find(LinkCard, { workspaceId: api.home.workspaceId });
  expect(left.map(({ title }) => title)).toContain('Kept');
  expect(left.map(({ title }) => title)).not.toContain('Only looked at');
  expect((await payloadOf(draft.draft_id)).payload_hash).toBe(kept.payload_hash);
});

it('the picture of a card that was submitted stays when the draft has another link, and is not listed', async () => {
  givenPage('Submitted');
  const draft = await create();
  const { preview } = await payloadOf(draft.draft_id);
  link = `${link}-next`;
  givenPage('The next');
  await api.send('PATCH', `/api/v1/drafts/${draft.draft_id}`, { link }, { 'if-match': `"${draft.revision}"` });
  advance(31 * 24 * 60);
  await createCardPurge()(api.services);
  expect((await api.send('GET', preview.link_card.image.url)).statusCode).toBe(200);
  expect((await api.send('GET', '/api/v1/media')).json().media).toEqual([]);
});
