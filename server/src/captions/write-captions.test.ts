import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Services } from '../context.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenDraft, givenPendingApproval, givenWords } from '../testing/content.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import type { GeneratedCaption } from './caption-generator.ts';
import { currentCaptions, currentCaptionsOf, platformsWithoutCaption } from './caption-queries.ts';
import type { CaptionOrigin } from './caption-set.entity.ts';
import { CaptionSet } from './caption-set.entity.ts';
import { type WriteCaptionsOptions, writeCaptions } from './write-captions.ts';

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let agent: Actor;
let person: Extract<Actor, { kind: 'user' }>;

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services));
  agent = await agentActor(services, workspace);
  person = await userActor(services, workspace.accountId);
});

const words = (platform: string, text: string, more: Partial<GeneratedCaption> = {}): GeneratedCaption => ({
  platform,
  text,
  tags: [],
  thread: [],
  ...more,
});
const both = { platforms: ['sandbox', 'bluesky'] };

const write = (
  draftId: string,
  captions: GeneratedCaption[],
  origin: CaptionOrigin = 'agent',
  options: WriteCaptionsOptions = {},
  actor: Actor = agent,
) => actAs(services, actor, async (ctx) => writeCaptions(ctx, await loadDraft(ctx, draftId), captions, origin, options));
const textsOf = async (draftId: string) =>
  (await currentCaptions(contextFor(services), draftId))?.captions.map(({ platform, text, origin }) => [platform, text, origin]);
const read = (draftId: string) => contextFor(services).em.findOneOrFail(Draft, draftId);

describe('writeCaptions', () => {
  it('writes the first set in the actor’s name, in the order of the platforms', async () => {
    const { id } = await givenDraft(services, agent, workspace, both);
    const { captionSet, captions } = await write(id, [words('bluesky', 'B', { tags: ['#Harbour', 'open'] }), words('sandbox', 'S')]);
    expect(captionSet).toMatchObject({ revision: 1, grantId: (agent as { grantId: string }).grantId, userId: null });
    expect(captions.map(({ platform, tags }) => [platform, tags])).toEqual([
      ['sandbox', []],
      ['bluesky', ['Harbour', 'open']],
    ]);
    expect(await read(id)).toMatchObject({ revision: 2, revisedByUserId: null });
  });

  it('carries over the platforms that are not given, with their authors', async () => {
    const { id } = await givenDraft(services, agent, workspace, both);
    await givenWords(services, agent, id, 'First.', 'extractive');
    await write(id, [words('bluesky', 'Mine.')], 'person', {}, person);
    const { captionSet } = await write(id, [words('sandbox', 'Second.')], 'extractive');
    expect(captionSet.revision).toBe(3);
    expect(await textsOf(id)).toEqual([
      ['sandbox', 'Second.', 'extractive'],
      ['bluesky', 'Mine.', 'person'],
    ]);
    expect(await contextFor(services).em.count(CaptionSet, { draftId: id })).toBe(3);
  });

  it('keeps a person’s caption instead of a generated one and reports it, unless the request replaces it', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    await write(id, [words('sandbox', 'Mine.')], 'person', {}, person);
    const kept = await write(id, [words('sandbox', 'Generated.')], 'extractive');
    expect(kept).toMatchObject({ isChanged: false, notices: [{ code: 'persons_words_kept' }], captionSet: { revision: 1 } });
    expect((await read(id)).revision).toBe(2);
    const replaced = await write(id, [words('sandbox', 'Generated.')], 'extractive', { replace: true });
    expect(replaced).toMatchObject({ isChanged: true, notices: [] });
    expect(await textsOf(id)).toEqual([['sandbox', 'Generated.', 'extractive']]);
  });

  it('records the person who wrote the last revision, and clears it when an agent does', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    await write(id, [words('sandbox', 'Mine.')], 'person', {}, person);
    expect((await read(id)).revisedByUserId).toBe(person.userId);
    await write(id, [words('sandbox', 'Other.')], 'agent', { replace: true });
    expect((await read(id)).revisedByUserId).toBeNull();
  });

  it('takes a draft out of review and clears its content hash', async () => {
    const { draftId } = await givenPendingApproval(services, agent, workspace);
    await write(draftId, [words('sandbox', 'Changed.')]);
    expect(await read(draftId)).toMatchObject({ state: 'draft', contentHash: null });
  });

  it('lets one of several writers of the same revision win', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((text) => write(id, [words('sandbox', text)], 'agent', { expectedRevision: 1 })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'stale_revision' });
    expect((await read(id)).revision).toBe(2);
  });

  it.each<[string, Partial<GeneratedCaption>[], string]>([
    ['an empty text', [{ text: ' ' }], '/captions/0/text'],
    ['a NUL character', [{ text: 'a\0' }], '/captions/0/text'],
    ['half a surrogate pair', [{ text: '\udc00' }], '/captions/0/text'],
    ['an empty post of a thread', [{ thread: ['fine', ''] }], '/captions/0/thread/1'],
    ['an empty tag', [{ tags: ['#'] }], '/captions/0/tags/0'],
    ['a platform that the draft does not have', [{ platform: 'bluesky' }], '/captions/0/platform'],
    ['a platform twice', [{}, {}], '/captions/1/platform'],
  ])('refuses %s', async (_what, captions, pointer) => {
    const { id } = await givenDraft(services, agent, workspace);
    const written = write(
      id,
      captions.map((caption) => ({ ...words('sandbox', 'Fine.'), ...caption })),
    );
    await expect(written).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer }] });
    expect(await textsOf(id)).toBeUndefined();
  });

  it('accepts text that is too long: the payload reports that', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    await expect(write(id, [words('sandbox', 'x'.repeat(5_000))])).resolves.toMatchObject({ isChanged: true });
  });

  it('refuses a published draft and a foreign one', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    await contextFor(services).em.nativeUpdate(Draft, id, { state: 'published' });
    await expect(write(id, [words('sandbox', 'Late.')])).rejects.toMatchObject({ code: 'invalid_state' });
    const stranger = await agentActor(services, (await givenWorkspace(services)).workspace);
    await expect(write(id, [words('sandbox', 'Late.')], 'agent', {}, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('currentCaptionsOf', () => {
  it('reads the newest set of many drafts in two statements', async () => {
    const made = await Promise.all([1, 2, 3].map(() => givenDraft(services, agent, workspace, both)));
    for (const { id } of made) await givenWords(services, agent, id, 'Old.');
    for (const { id } of made) await givenWords(services, agent, id, `New ${id}.`);
    const bare = await givenDraft(services, agent, workspace, both);
    const ctx = contextFor(services);
    const statements = await recordStatements(services, async () => {
      const current = await currentCaptionsOf(
        ctx,
        [...made, bare].map(({ id }) => id),
      );
      expect(current.size).toBe(3);
      for (const { id } of made) expect(current.get(id)?.captions.map(({ text }) => text)).toEqual([`New ${id}.`, `New ${id}.`]);
    });
    expect(statements).toHaveLength(2);
    expect(await currentCaptionsOf(ctx, [])).toEqual(new Map());
    expect(platformsWithoutCaption(bare, null)).toEqual(['sandbox', 'bluesky']);
  });

  it('keeps the order of the draft’s platforms', async () => {
    const { id } = await givenDraft(services, agent, workspace, { platforms: ['sandbox', 'bluesky'] });
    await write(id, [words('bluesky', 'B')]);
    await write(id, [words('sandbox', 'S')]);
    expect((await textsOf(id))?.map(([platform]) => platform)).toEqual(['sandbox', 'bluesky']);
  });
});
