import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeLemmy, LEMMY_PASSWORD, LEMMY_SESSION } from '../platforms/testing/fake-lemmy.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { startWordpressSite, type WordpressSite } from '../platforms/testing/wordpress-site.ts';
import { useBackups } from '../testing/database/backups.ts';
import { restoreBeforeChange, type SentSince } from '../testing/database/changed-words.ts';
import { type BlueskyServer, startBlueskyServer } from '../testing/servers/bluesky-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';

// PHP as WebAssembly takes several times as long next to other workers.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

const database = useTestDatabase();
const backups = useBackups(database);

describe('a post that was changed and published between the backup and the restore', () => {
  let site: WordpressSite;
  beforeAll(async () => {
    site = await startWordpressSite();
  });
  afterAll(() => site?.stop());

  it('is found on WordPress by the end of its slug, and other planned posts are published once', async () => {
    const { url, username, applicationPassword } = site;
    const entered = { site: url, username, applicationPassword };
    const { sent, changed, planned } = await restoreBeforeChange(backups, { platform: 'wordpress', entered, first: 'with other words' });
    expect(changed).toMatchObject({ state: 'published', providerId: sent.providerId });
    expect(planned).toMatchObject({ state: 'published', attempts: 1 });
    const listed = await fetch(`${url}/?rest_route=/wp/v2/posts&per_page=100`);
    const titles = ((await listed.json()) as { title: { rendered: string } }[]).map(({ title }) => title.rendered);
    const ours = titles.filter((title) => /festival|market/.test(title));
    expect(ours.sort()).toEqual(['The festival opens on Saturday.', 'The market closes at noon.']);
  });
});

describe('on a network that is searched by text', () => {
  const network = createFakeLemmy('0.19.12');
  let fake: FakeServer;
  const names = () => network.state.posts.map(({ name }) => name).sort();
  const entered = () => ({ server: fake.url, username: 'harbour', password: LEMMY_PASSWORD, community: '!tides' });
  beforeAll(async () => {
    fake = await startFakeServer(network, LEMMY_SESSION);
  });
  beforeEach(() => network.state.posts.splice(0));
  afterAll(() => fake.stop());

  it('planned posts wait for a person, with the reason, if one was published with another text', async () => {
    const { changed, planned } = await restoreBeforeChange(backups, { platform: 'lemmy', entered: entered(), first: 'with other words' });
    const waits = { state: 'unknown', nextAttemptAt: null, failureMessage: expect.stringContaining('may be this post') };
    expect([changed, planned]).toMatchObject([waits, waits]);
    expect(names()).toEqual(['The festival opens on Saturday.']);
  });

  it('planned posts are published at their time if every post since the backup is known', async () => {
    const { sent, changed, planned } = await restoreBeforeChange(backups, { platform: 'lemmy', entered: entered(), first: 'unchanged' });
    expect(changed).toMatchObject({ state: 'published', providerId: sent.providerId });
    expect(planned).toMatchObject({ state: 'published', attempts: 1 });
    expect(names()).toEqual(['The festival opens on Friday.', 'The market closes at noon.']);
  });
});

describe('on Bluesky, which finds a post by the key of its job', () => {
  let server: BlueskyServer;
  beforeAll(async () => {
    server = await startBlueskyServer();
  });
  afterAll(() => server?.stop());

  async function restoreAfter(name: string, first: SentSince) {
    const { handle, appPassword, did } = await server.createAccount(`${name}.test`, 'correct horse');
    const entered = { service: server.url, identifier: handle, appPassword };
    const found = await restoreBeforeChange(backups, { platform: 'bluesky', entered, first });
    const query = new URLSearchParams({ repo: did, collection: 'app.bsky.feed.post' });
    const listed = await fetch(`${server.url}/xrpc/com.atproto.repo.listRecords?${query}`);
    const { records } = (await listed.json()) as { records: { value: { text: string } }[] };
    return { ...found, texts: records.map(({ value }) => value.text.split('\n')[0]).sort() };
  }

  it('planned posts wait for a person, with the reason, if one was cancelled and published as a new job', async () => {
    const { changed, planned, texts } = await restoreAfter('harbour', 'planned again');
    const waits = { state: 'unknown', nextAttemptAt: null, failureMessage: expect.stringContaining('may be this post') };
    expect([changed, planned]).toMatchObject([waits, waits]);
    expect(texts).toEqual(['The festival opens on Friday.']);
  });

  it.each<[string, SentSince, string]>([
    ['unchanged', 'unchanged', 'The festival opens on Friday.'],
    ['changed', 'with other words', 'The festival opens on Saturday.'],
  ])('one that was published %s is found, and other planned posts are published once', async (name, first, text) => {
    const { sent, changed, planned, texts } = await restoreAfter(name, first);
    expect(changed).toMatchObject({ state: 'published', providerId: sent.providerId });
    expect(planned).toMatchObject({ state: 'published', attempts: 1 });
    expect(texts).toEqual([text, 'The market closes at noon.']);
  });
});
