import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject, Platform, PostMedia, SendHooks } from '../platform.ts';
import type { ConnectorSetUp } from './connector-contract.ts';
import { prepare, sendHooks, VIDEO } from './contract-posts.ts';
import type { Knob } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export interface VideosSetUp extends Pick<ConnectorSetUp, 'platform' | 'credentials' | 'fake' | 'secret' | 'listTexts'> {
  /** SHA-256 of the bytes of the latest post's video, as stored by the server; null if it has none. */
  seenVideo(): string | null;
  /** The requests that upload the video, if it is not in the one that creates the post. */
  isUploading?(request: SeenRequest): boolean;
  /** Set where descriptions of videos are published and can be read. */
  readsBack?: true;
  /** Set if the upload's id is stored in the intent. */
  keepsUpload?: true;
  /** Set if an upload that broke off goes on where it ended. */
  resumes?: true;
}

/** Before permission to send was requested, no failure creates a post. */
const UPLOAD_KNOBS: readonly Knob[] = [
  'acts, then says nothing',
  'acts, then resets the connection',
  'answers with status 500',
  'limits the rate',
  'has revoked the credentials',
  'refuses the post',
];
const NOTHING_POSTED = /^(unavailable|rejected|rate_limited|unauthorized)$/;

/** More than one part of a network that takes a video in parts. */
const film = randomBytes(9 * 1_048_576 + 17);
const filmOf = (bytes: Buffer): PostMedia => ({
  ...VIDEO,
  altText: 'Boats come in.',
  bytes: bytes.length,
  file: { ...VIDEO.file, sha256: createHash('sha256').update(bytes).digest('hex') },
});
const FILM = filmOf(film);

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const COVER_BYTES = Buffer.from('a picture of the film');
const COVER = { mediaId: 'med_8', sha256: sha256Of(COVER_BYTES), mimeType: 'image/jpeg', width: 1080, height: 1920 };
const COVER_ADDRESS = 'https://countersign.example/api/pictures/cover.jpg';
const SUBTITLES_BYTES = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nBoats come in.\n');
const SUBTITLES = { mediaId: 'med_9', sha256: sha256Of(SUBTITLES_BYTES), mimeType: 'application/x-subrip', width: 0, height: 0 };

/** The film with a cover and subtitles, as its network takes them. */
export const withExtras = ({ takesCover, takesSubtitles }: Platform): PostMedia => ({
  ...FILM,
  cover: { file: COVER, bytes: COVER_BYTES.length, atMs: 1_500, sentAs: takesCover?.[0] ?? null },
  subtitles: {
    ...{ file: SUBTITLES, bytes: SUBTITLES_BYTES.length, language: 'en', words: 'Boats come in.', shown: SUBTITLES.sha256 },
    isSent: takesSubtitles !== undefined,
  },
});

/** The film as a post for this platform must have it: with a cover where it takes none without. */
export function filmOn(platform: Platform): PostMedia {
  const { cover } = withExtras(platform);
  const post = { text: 'Boats come in.', tags: [], thread: [], link: null };
  const isRequired = platform.validate({ ...post, media: [FILM] }).some(({ code }) => code === 'cover_missing');
  return isRequired && cover ? { ...FILM, cover } : FILM;
}

/** For networks that fetch it. */
const FILM_ADDRESS = URL.createObjectURL(new Blob([new Uint8Array(film)]));

/** The required behaviour of every connector that sends videos. */
export function describeVideos(name: string, setUp: () => VideosSetUp): void {
  describe(`Videos on ${name}`, () => {
    it('arrive byte for byte, with the words of the post', async () => {
      expect(await publish(setUp(), 'A film of boats')).toMatchObject({
        ...{ outcome: { kind: 'published' }, asked: 1 },
      });
      expect(setUp().seenVideo()).toBe(FILM.file?.sha256);
      expect(await setUp().listTexts()).toContain('A film of boats');
    });

    it('are read back as they were signed, with their description', async () => {
      const { platform, credentials, readsBack } = setUp();
      if (!readsBack || !platform.readBack) return;
      const { outcome, payload, intent } = await publish(setUp(), 'A film that is read back');
      if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      const { providerId, url } = outcome;
      const back = await platform.readBack(payload, credentials, intent, { providerId, url }, AbortSignal.timeout(60_000));
      if (back.kind !== 'found') throw new Error(JSON.stringify(back));
      expect(back.published).toEqual(back.signed);
      expect(JSON.stringify(back.published)).toContain('Boats come in.');
    });

    it('are part of what is signed', () => {
      const payloads = [[], [FILM], [VIDEO]].map((media) => JSON.stringify(prepare(setUp().platform, 'signed', [], media).payload));
      expect(new Set(payloads).size).toBe(3);
      expect(payloads[1]).toContain(FILM.file?.sha256);
    });

    it('have the cover and the subtitles that were signed, as far as the platform takes them', async () => {
      const { platform, credentials, fake } = setUp();
      const { payload, intent } = prepare(platform, 'A film with a cover', [], [withExtras(platform)]);
      fake.requests.length = 0;
      const hooks: SendHooks = {
        ...filmHooks(),
        imageAddress: async (sha256) => (sha256 === COVER.sha256 ? COVER_ADDRESS : FILM_ADDRESS),
      };
      expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'published' });
      const sent = JSON.stringify(fake.requests.map(({ body, files: each }) => [body, each.map(({ sha256 }) => sha256)]));
      const [way] = platform.takesCover ?? [];
      const ways = { uploaded: [COVER.sha256, COVER_BYTES.toString('base64')], fetched: [COVER_ADDRESS], moment: ['1500'] };
      expect(way === undefined || ways[way].some((mark) => sent.includes(mark)), 'the cover').toBe(true);
      expect(sent.includes(SUBTITLES.sha256), 'the subtitles').toBe(platform.takesSubtitles !== undefined);
      expect(JSON.stringify(payload).includes(SUBTITLES.sha256)).toBe(platform.takesSubtitles !== undefined);
    });

    it.each(['the store fails', 'the worker is killed'])('that broke off because %s go on where they ended', async (why) => {
      const { platform, credentials, fake, resumes } = setUp();
      if (!resumes) return;
      const text = `a film in parts, ${why}`;
      const { payload, intent } = prepare(platform, text, [], [filmOn(platform)]);
      const keep = async (learned?: JsonObject) => void Object.assign(intent.keys, learned);
      const hooks: SendHooks = { ...filmHooks(), onSending: keep, onUploaded: keep };
      let learned = 0;
      const broken: Partial<SendHooks> =
        why === 'the store fails'
          ? {
              readMedia: (_sha256, from, to) =>
                from > 5_000_000 ? Promise.reject(new Error('gone')) : Promise.resolve(film.subarray(from, to)),
            }
          : // Once the platform has another part, and before that was stored.
            { onUploaded: async (more) => (++learned > 2 ? Promise.reject(new Error('lease lost')) : keep(more)) };
      const first = await platform.publish(payload, credentials, intent, { ...hooks, ...broken }).catch(String);
      expect(JSON.stringify(first)).toMatch(/gone|lease lost/);
      fake.requests.length = 0;
      expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'published' });
      const again = fake.requests.flatMap(({ files }) => files).reduce((sum, { byteSize }) => sum + byteSize, 0);
      if (why === 'the store fails') expect(again).toBeLessThan(film.length / 2);
      expect(setUp().seenVideo()).toBe(FILM.file?.sha256);
      expect((await setUp().listTexts()).filter((each) => each === text)).toHaveLength(1);
    });

    it('that are gone end the try before leave to send is asked', async () => {
      const readMedia = () => Promise.reject(new Error('The video is gone.'));
      const { outcome, asked } = await publish(setUp(), 'a film never seen', { readMedia, imageAddress: readMedia });
      expect([outcome, asked]).toMatchObject([{ kind: 'unavailable', message: 'The video is gone.' }, 0]);
      expect(await setUp().listTexts()).not.toContain('a film never seen');
    });

    it('that a killed worker had uploaded are uploaded again for the one post', async () => {
      const onSending = () => Promise.reject(new Error('lease lost'));
      await expect(publish(setUp(), 'a film at the second try', { onSending })).rejects.toThrow('lease lost');
      expect(await setUp().listTexts()).not.toContain('a film at the second try');
      expect(await publish(setUp(), 'a film at the second try')).toMatchObject({ outcome: { kind: 'published' } });
      expect((await setUp().listTexts()).filter((text) => text === 'a film at the second try')).toHaveLength(1);
      expect(setUp().seenVideo()).toBe(FILM.file?.sha256);
    });

    it('that the platform had before the worker was killed are not sent again', async () => {
      const { platform, credentials, fake, keepsUpload } = setUp();
      if (!keepsUpload) return;
      const { payload, intent } = prepare(platform, 'a film that was there', [], [filmOn(platform)]);
      const onUploaded: SendHooks['onUploaded'] = async (learned) => void Object.assign(intent.keys, learned);
      const hooks = { ...filmHooks(), onUploaded };
      const killed = () => Promise.reject(new Error('lease lost'));
      await expect(platform.publish(payload, credentials, intent, { ...hooks, onSending: killed })).rejects.toThrow('lease lost');
      fake.requests.length = 0;
      expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'published' });
      expect(fake.requests.flatMap(({ files }) => files)).toEqual([]);
      expect(setUp().seenVideo()).toBe(FILM.file?.sha256);
    });

    it.each(UPLOAD_KNOBS)('that are uploaded while the platform %s leave nothing posted', async (knob) => {
      const { isUploading, fake, secret, listTexts } = setUp();
      if (!isUploading) return;
      fake.fail(knob, isUploading);
      const { outcome, asked } = await publish(setUp(), `a film that ${knob}`, { signal: fake.silence() });
      fake.fail(null);
      expect(outcome.kind).toMatch(NOTHING_POSTED);
      expect(asked).toBe(0);
      expect(JSON.stringify(outcome)).not.toContain(secret);
      expect(await listTexts()).not.toContain(`a film that ${knob}`);
    });
  });
}

const FILES = new Map([COVER_BYTES, SUBTITLES_BYTES].map((bytes) => [sha256Of(bytes), bytes]));

export const filmHooks = (): SendHooks => ({
  ...sendHooks(),
  signal: AbortSignal.timeout(60_000),
  readMedia: async (_sha256, from, to) => film.subarray(from, to),
  openImage: async (sha256) => FILES.get(sha256) ?? Buffer.alloc(0),
  imageAddress: async () => FILM_ADDRESS,
});

async function publish({ platform, credentials }: VideosSetUp, text: string, hooks: Partial<SendHooks> = {}) {
  const { payload, intent } = prepare(platform, text, [], [filmOn(platform)]);
  const onSending = vi.fn(hooks.onSending ?? (async () => {}));
  const outcome = await platform.publish(payload, credentials, intent, {
    ...filmHooks(),
    ...hooks,
    onSending,
  });
  return { outcome, payload, intent, asked: onSending.mock.calls.length };
}
