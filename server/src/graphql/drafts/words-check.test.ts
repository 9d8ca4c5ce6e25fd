import { beforeEach, describe, expect, it } from 'vitest';
import { agentActor } from '../../testing/actors.ts';
import { givenConnectionRow } from '../../testing/content.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { type Person, usePeople } from '../../testing/people.ts';
import { givenPicture } from '../../testing/pictures.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const DRAFT = 'id revision captions { platform text origin }';
const CREATE = `mutation ($input: CreateDraftInput!) { createDraft(input: $input) { ${DRAFT} } }`;
const CHANGE = `mutation ($input: ChangeDraftInput!) { changeDraft(input: $input) { ${DRAFT} } }`;
const SEEN = 'platform text thread violations { code } preview { keptPercent images { altText } parts { text } }';
const CHECK = `query ($id: ID!, $words: [WordsInput!]!, $beside: BesideWordsInput) { draft(id: $id) { check(words: $words, beside: $beside) { ${SEEN} } } }`;
const CHECK_NEW = `query ($id: ID!, $words: [WordsInput!]!, $beside: BesideWordsInput!) { workspace(id: $id) { checkWords(words: $words, beside: $beside) { ${SEEN} } } }`;

interface Seen {
  id: string;
  revision: number;
  captions: { platform: string; text: string; origin: string }[];
}
interface Check {
  platform: string;
  text: string;
}

const database = useTestDatabase();
const stage = usePeople(database);
let home: Awaited<ReturnType<typeof givenWorkspace>>;
let owner: Person;

beforeEach(async () => {
  home = await givenWorkspace(stage.services);
  await givenConnectionRow(stage.services, home.workspace);
  owner = await stage.person({ accountId: home.accountId });
});

const create = async (platforms: string[], words: object[] = []) => {
  const text = { sourceText: 'The harbour festival opens on Friday.', publishMode: 'APPROVAL_QUEUE' };
  const input = { workspaceId: home.workspaceId, platforms, words, ...text };
  return (await owner.browser.must<{ createDraft: Seen }>(CREATE, { input })).createDraft;
};
const change = async ({ id, revision }: Seen, input: object) =>
  (await owner.browser.must<{ changeDraft: Seen }>(CHANGE, { input: { draftId: id, revision, ...input } })).changeDraft;
const own = (platform: string, text: string) => ({ platform, text, tags: [], thread: [] });

describe('the captions of a draft before they are saved', () => {
  it('come from the source text for every platform without its own caption', async () => {
    const { id } = await create(['sandbox']);
    const beside = { sourceText: 'The festival opens on Saturday.', platforms: ['sandbox', 'bluesky', 'x'] };
    const { draft } = await owner.browser.must<{ draft: { check: Check[] } }>(CHECK, { id, words: [own('x', 'Saturday!')], beside });
    const texts = Object.fromEntries(draft.check.map(({ platform, text }) => [platform, text]));
    expect(texts).toEqual({
      x: 'Saturday!',
      sandbox: 'The festival opens on Saturday.',
      bluesky: 'The festival opens on Saturday.',
    });
  });

  it('are the generated ones while their source is unchanged', async () => {
    const { id, captions } = await create(['sandbox']);
    const { draft } = await owner.browser.must<{ draft: { check: Check[] } }>(CHECK, { id, words: [], beside: { platforms: ['sandbox'] } });
    expect(draft.check).toMatchObject([{ text: captions[0]?.text }]);
  });

  it('are shown before a draft exists, with pictures and omissions', async () => {
    const boat = (await givenPicture(stage.services, await agentActor(stage.services, home.workspace), home.workspace, 'A boat.')).id;
    const long = Array.from({ length: 40 }, (_, index) => `Stall ${index + 1} sells bread and cheese from the island.`).join('\n\n');
    const beside = { sourceText: long, platforms: ['sandbox', 'x'], pictures: [{ mediaId: boat, altText: 'A red boat.' }] };
    const { workspace } = await owner.browser.must<{ workspace: { checkWords: Check[] } }>(CHECK_NEW, {
      id: home.workspaceId,
      words: [],
      beside,
    });
    expect(workspace.checkWords).toMatchObject([
      { platform: 'sandbox', violations: [], preview: { images: [{ altText: 'A red boat.' }] } },
      { platform: 'x' },
    ]);
  });

  it('are empty without a text', async () => {
    const { workspace } = await owner.browser.must<{ workspace: { checkWords: Check[] } }>(CHECK_NEW, {
      id: home.workspaceId,
      words: [],
      beside: { sourceText: ' ', platforms: ['sandbox'] },
    });
    expect(workspace.checkWords).toEqual([]);
  });
});

describe('a person’s caption for one platform', () => {
  it('is replaced by the shared text on request, and otherwise kept with a new source', async () => {
    const draft = await create(['sandbox', 'bluesky'], [own('bluesky', 'Friday!')]);
    const kept = await change(draft, { sourceText: 'The harbour festival opens on Sunday.' });
    expect(kept.captions).toMatchObject([
      { text: 'The harbour festival opens on Sunday.', origin: 'EXTRACTIVE' },
      { text: 'Friday!', origin: 'PERSON' },
    ]);
    const common = await change(kept, { commonWords: ['bluesky'] });
    expect(common.revision).toBe(kept.revision + 1);
    expect(common.captions).toMatchObject([
      { text: 'The harbour festival opens on Sunday.', origin: 'EXTRACTIVE' },
      { text: 'The harbour festival opens on Sunday.', origin: 'EXTRACTIVE' },
    ]);
  });
});
