import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createSandboxFeed } from '../../sandbox/sandbox-feed.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import type { JsonObject } from '../platform.ts';
import { prepare, sendHooks } from '../testing/contract-posts.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { filmHooks, withExtras } from '../testing/videos-contract.ts';
import { createSandboxPlatform } from './sandbox-platform.ts';

const database = useTestDatabase();
const feed = () => createSandboxFeed(database.orm, 'http://localhost:4000', pino({ level: 'silent' }));

async function listTexts({ feed: id }: JsonObject): Promise<string[]> {
  const rows = await database.orm.em.fork().execute<{ text: string }[]>('select text from sandbox_posts where feed = ?', [id]);
  return rows.map((row) => row.text);
}

describePlatform('the sandbox', async () => {
  const platform = createSandboxPlatform(feed());
  const { credentials } = await platform.connect({ handle: 'harbour' });
  return { platform, entered: { handle: 'harbour' }, credentials, listTexts: () => listTexts(credentials) };
});

describe('the sandbox', () => {
  it('gives every connection a feed of its own, which cannot be chosen', async () => {
    const platform = createSandboxPlatform(feed());
    const [one, other] = [await platform.connect({}), await platform.connect({})];
    expect(one.externalId).not.toBe(other.externalId);
    expect(one).toMatchObject({ handle: 'sandbox', credentials: { feed: one.externalId } });
    await expect(platform.connect({ feed: one.externalId })).rejects.toThrow('Leave "feed" out');
  });

  it('shows a post that is sent twice twice, so that a double cannot hide', async () => {
    const platform = createSandboxPlatform(feed());
    const { credentials } = await platform.connect({});
    const { payload, intent } = prepare(platform, 'once is enough');
    await platform.publish(payload, credentials, intent, sendHooks());
    await platform.publish(payload, credentials, intent, sendHooks());
    expect(await listTexts(credentials)).toEqual(['once is enough', 'once is enough']);
  });

  it('leads to the post on the feed page', async () => {
    const platform = createSandboxPlatform(feed());
    const { credentials } = await platform.connect({});
    const { payload, intent } = prepare(platform, 'look here');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(outcome).toMatchObject({ kind: 'published', url: expect.stringMatching(/^http:\/\/localhost:4000\/sandbox#spo_/) });
  });

  it.each([
    ['unreachable', 'unavailable', 0, 0],
    ['unauthorized', 'unauthorized', 0, 0],
    ['rate_limited', 'rate_limited', 1, 0],
    ['reject', 'rejected', 1, 0],
    ['server_error', 'unknown', 1, 0],
    ['reset', 'unknown', 1, 0],
    ['timeout_after_acting', 'unknown', 1, 1],
    ['double_answer', 'published', 1, 1],
  ])('with the failure "%s" reports %s', async (failure, kind, asked, posts) => {
    const platform = createSandboxPlatform(feed());
    const { credentials } = await platform.connect({ failure });
    const { payload, intent } = prepare(platform, failure);
    const onSending = vi.fn(async () => {});
    expect((await platform.publish(payload, credentials, intent, { ...sendHooks(), onSending })).kind).toBe(kind);
    expect(onSending).toHaveBeenCalledTimes(asked);
    expect(await listTexts(credentials)).toHaveLength(posts);
    expect((await platform.find(payload, credentials, intent)).kind).toBe(posts ? 'found' : 'absent');
  });

  it('shows a video with the cover and the subtitles that were signed', async () => {
    const kept = feed();
    const platform = createSandboxPlatform(kept);
    const { credentials } = await platform.connect({});
    const { payload, intent } = prepare(platform, 'a film', [], [withExtras(platform)]);
    const outcome = await platform.publish(payload, credentials, intent, filmHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const [film] = (await kept.read(outcome.providerId))?.images ?? [];
    const { cover, subtitles } = withExtras(platform);
    expect(film).toMatchObject({
      cover: { media_id: cover?.file?.mediaId, sha256: cover?.file?.sha256 },
      subtitles: { media_id: subtitles?.file.mediaId, sha256: subtitles?.file.sha256, language: 'en' },
    });
    const back = await platform.readBack?.(payload, credentials, intent, outcome, AbortSignal.timeout(60_000));
    if (back?.kind !== 'found') throw new Error(JSON.stringify(back));
    expect(back.published).toEqual(back.signed);
    expect(back.signed).toMatchObject({ cover: cover?.file?.sha256, subtitles: subtitles?.file.sha256 });
  });

  it('fails as many attempts of each post as configured', async () => {
    const platform = createSandboxPlatform(feed());
    const { credentials } = await platform.connect({ failure: 'rate_limited', times: 2 });
    const { payload, intent } = prepare(platform, 'third time lucky');
    const kinds: string[] = [];
    for (let number = 0; number < 3; number += 1) kinds.push((await platform.publish(payload, credentials, intent, sendHooks())).kind);
    expect(kinds).toEqual(['rate_limited', 'rate_limited', 'published']);
    const other = prepare(platform, 'another post');
    expect((await platform.publish(other.payload, credentials, other.intent, sendHooks())).kind).toBe('rate_limited');
  });

  it.each([
    [{ failure: 'flood' }, '"failure" must be one of none'],
    [{ times: 0 }, '"times" must be a whole number'],
    [{ handle: 'two words' }, '"handle" must be'],
    [{ password: 'x' }, 'does not know "password"'],
  ])('refuses the credentials %j', async (entered: JsonObject, message) => {
    await expect(createSandboxPlatform(feed()).connect(entered)).rejects.toThrow(message);
  });

  it('reports that nothing was sent, or that it does not know, when the feed itself fails', async () => {
    const broken = {
      ...feed(),
      post: () => Promise.reject(new Error('database gone')),
      find: () => Promise.reject(new Error('database gone')),
    };
    const platform = createSandboxPlatform(broken);
    const { credentials } = await platform.connect({});
    const { payload, intent } = prepare(platform, 'into the dark');
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({ kind: 'unknown' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
  });
});
