import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeMedia } from '../../media/remove-media.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenConnectionRow } from '../../testing/content.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { type Person, usePeople } from '../../testing/people.ts';
import { givenPicture, photograph } from '../../testing/pictures.ts';
import { type PageServer, startPageServer } from '../../testing/servers/page-server.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';

const DRAFT = 'id revision contentHash pictures { id url altText width height } approval { id state }';
const CREATE = `mutation ($input: CreateDraftInput!) { createDraft(input: $input) { ${DRAFT} } }`;
const CHANGE = `mutation ($input: ChangeDraftInput!) { changeDraft(input: $input) { ${DRAFT} } }`;
const CHECK = `query ($id: ID!, $words: [WordsInput!]!, $beside: BesideWordsInput) { draft(id: $id) {
  check(words: $words, beside: $beside) { platform violations { code } preview { images { altText } } } } }`;

interface Seen {
  id: string;
  revision: number;
  contentHash: string;
  pictures: { id: string; url: string; altText: string }[];
  approval: { id: string; state: string };
}

const database = useTestDatabase();
let site: PageServer;
beforeAll(async () => {
  site = await startPageServer();
  const bytes = await photograph(300, 200);
  site.on('/pier', (response) => void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes));
});
afterAll(() => site?.stop());
const stage = usePeople(database, {
  get outbound() {
    return createTestOutbound([site.address]);
  },
});
let home: Awaited<ReturnType<typeof givenWorkspace>>;
let owner: Person;
let boat: string;

beforeEach(async () => {
  home = await givenWorkspace(stage.services);
  await givenConnectionRow(stage.services, home.workspace);
  owner = await stage.person({ accountId: home.accountId });
  boat = (await givenPicture(stage.services, await agentActor(stage.services, home.workspace), home.workspace, 'A boat.')).id;
});

const create = async (pictures: object[], platforms = ['sandbox'], publishMode = 'APPROVAL_QUEUE') => {
  const text = { sourceText: 'The harbour festival opens on Friday.', publishMode };
  const input = { workspaceId: home.workspaceId, platforms, pictures, ...text };
  return (await owner.browser.must<{ createDraft: Seen }>(CREATE, { input })).createDraft;
};
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const WORDS = [{ platform: 'sandbox', text: 'Over!', tags: [], thread: [] }];
const READ = `query ($id: ID!) { draft(id: $id) { ${DRAFT}
  revisions(first: 9) { edges { node { number sourceText link pictureCount pictures { altText } captions { text } } } } } }`;
const read = async (id: string) =>
  (await owner.browser.must<{ draft: Seen & { revisions: { edges: { node: object }[] } } }>(READ, { id })).draft;
const change = ({ id, revision }: Seen, pictures: object[]) =>
  owner.browser.ask<{ changeDraft: Seen }>(CHANGE, { input: { draftId: id, revision, pictures } });

describe('the pictures of a draft', () => {
  it('are set when it is created, and shown in order', async () => {
    const pier = (await givenPicture(stage.services, await agentActor(stage.services, home.workspace), home.workspace, 'The pier.')).id;
    const draft = await create([{ mediaId: pier }, { mediaId: boat }]);
    expect(draft.pictures).toMatchObject([{ altText: 'The pier.' }, { altText: 'A boat.', width: 1, height: 1 }]);
  });

  it('with another description are different content, and the signed picture is unchanged', async () => {
    const draft = await create([{ mediaId: boat }]);
    const { data } = await change(draft, [{ mediaId: boat, altText: ' A red boat. ' }]);
    expect(data.changeDraft.pictures).toMatchObject([{ altText: 'A red boat.' }]);
    expect(data.changeDraft.contentHash).not.toBe(draft.contentHash);
    expect(data.changeDraft.approval.id).not.toBe(draft.approval.id);
    // The same bytes, by another name.
    expect(data.changeDraft.pictures[0]?.url.split('/').at(-1)).toBe(draft.pictures[0]?.url.split('/').at(-1));
    expect((await create([{ mediaId: boat }])).pictures).toEqual(draft.pictures);
  });

  it('with the same description are the same content, so no approval is requested again', async () => {
    const draft = await create([{ mediaId: boat }]);
    const { data } = await change(draft, [{ mediaId: boat, altText: 'A boat.' }]);
    expect(data.changeDraft).toEqual(draft);
  });

  it('are kept with the source text and the link in every revision', async () => {
    const { id, revision } = await create([{ mediaId: boat }]);
    await owner.browser.must(CHANGE, { input: { draftId: id, revision, sourceText: 'The festival is over.', words: WORDS } });
    const { data } = await change({ ...(await read(id)) }, []);
    await owner.browser.must(CHANGE, { input: { draftId: id, revision: data.changeDraft.revision, link: 'https://example.org' } });
    await owner.browser.must(CHANGE, { input: { draftId: id, revision: (await read(id)).revision, scheduledAt: TOMORROW } });
    const before = { sourceText: 'The festival is over.', link: null, captions: [{ text: 'Over!' }] };
    expect((await read(id)).revisions.edges.map(({ node }) => node)).toEqual([
      { number: 4, ...before, link: 'https://example.org', pictureCount: 0, pictures: [] },
      { number: 3, ...before, pictureCount: 0, pictures: [] },
      { number: 2, ...before, pictureCount: 1, pictures: [{ altText: 'A boat.' }] },
      {
        number: 1,
        sourceText: 'The harbour festival opens on Friday.',
        link: null,
        pictureCount: 1,
        pictures: [{ altText: 'A boat.' }],
        captions: [{ text: 'The harbour festival opens on Friday.' }],
      },
    ]);
  });

  it('that were deleted since are counted in the revisions that had them', async () => {
    const { id, revision } = await create([{ mediaId: boat }], ['sandbox'], 'DRAFT_ONLY');
    await owner.browser.must(CHANGE, { input: { draftId: id, revision, pictures: [] } });
    await owner.browser.must(CHANGE, { input: { draftId: id, revision: (await read(id)).revision, words: WORDS } });
    await actAs(stage.services, await userActor(stage.services, home.accountId), (ctx) => removeMedia(ctx, boat));
    expect((await read(id)).revisions.edges.map(({ node }) => node)).toMatchObject([
      { number: 3, pictureCount: 0, pictures: [], captions: [{ text: 'Over!' }] },
      { number: 2, pictureCount: 0, pictures: [], captions: [] },
      { number: 1, pictureCount: 1, pictures: [], captions: [] },
    ]);
  });

  it('must belong to the workspace, with a description of limited length', async () => {
    const elsewhere = await givenWorkspace(stage.services);
    const foreign = await givenPicture(stage.services, await agentActor(stage.services, elsewhere.workspace), elsewhere.workspace);
    const draft = await create([]);
    expect((await change(draft, [{ mediaId: foreign.id, altText: 'Mine now.' }])).code).toBe('validation_failed');
    expect((await change(draft, [{ mediaId: boat, altText: 'x'.repeat(2_001) }])).code).toBe('validation_failed');
    expect((await change(draft, [])).data.changeDraft.pictures).toEqual([]);
  });

  it('are shown and checked with unsaved words, under unsaved descriptions', async () => {
    const { id } = await create([], ['sandbox', 'youtube']);
    const words = ['sandbox', 'youtube'].map((platform) => ({ platform, text: 'Festival!', tags: [], thread: [] }));
    const beside = { pictures: [{ mediaId: boat, altText: 'A red boat.' }] };
    const { draft } = await owner.browser.must<{ draft: { check: object[] } }>(CHECK, { id, words, beside });
    expect(draft.check).toMatchObject([
      { platform: 'sandbox', violations: [], preview: { images: [{ altText: 'A red boat.' }] } },
      { platform: 'youtube', violations: expect.arrayContaining([{ code: 'media_not_supported' }]) },
    ]);
    const plain = await owner.browser.must<{ draft: { check: object[] } }>(CHECK, { id, words });
    expect(plain.draft.check).toMatchObject([{ violations: [], preview: { images: [] } }, {}]);
  });

  it('are fetched from a URL, and their draft is captioned and submitted, all over GraphQL', async () => {
    const { must } = owner.browser;
    const add = 'mutation ($input: AddMediaInput!) { addMedia(input: $input) { id width height } }';
    const input = { workspaceId: home.workspaceId, url: `http://${site.address}/pier` };
    const { addMedia: pier } = await must<{ addMedia: { id: string } }>(add, { input });
    expect(pier).toMatchObject({ width: 200, height: 300 });
    const { id } = await create([{ mediaId: pier.id, altText: 'A pier at dawn.' }], ['sandbox'], 'DRAFT_ONLY');
    const generate = 'mutation ($input: GenerateCaptionsInput!) { generateCaptions(input: $input) { captions { platform text } } }';
    expect(await must(generate, { input: { draftId: id } })).toEqual({
      generateCaptions: { captions: [{ platform: 'sandbox', text: 'The harbour festival opens on Friday.' }] },
    });
    const submit = 'mutation ($id: ID!, $mode: PublishMode) { submitDraft(draftId: $id, publishMode: $mode) { state } }';
    expect((await owner.browser.ask(submit, { id, mode: 'DRAFT_ONLY' })).code).toBe('bad_user_input');
    expect(await must(submit, { id, mode: 'APPROVAL_QUEUE' })).toEqual({ submitDraft: { state: 'IN_REVIEW' } });

    const remove = 'mutation ($id: ID!) { removeMedia(mediaId: $id) }';
    const { addMedia: unused } = await must<{ addMedia: { id: string } }>(add, { input });
    expect(await must(remove, { id: unused.id })).toEqual({ removeMedia: unused.id });
    expect((await read(id)).pictures).toMatchObject([{ altText: 'A pier at dawn.' }]);
  });
});
