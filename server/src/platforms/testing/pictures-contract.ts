import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Platform, PostMedia, SendHooks } from '../platform.ts';
import type { ConnectorSetUp } from './connector-contract.ts';
import { prepare, sendHooks } from './contract-posts.ts';
import type { Knob, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export interface PicturesSetUp extends Pick<ConnectorSetUp, 'platform' | 'credentials' | 'fake' | 'secret' | 'listTexts'> {
  /** The images of the latest post, in its order, as stored by the server. */
  listPictures(): SeenPicture[];
  /** The request that uploads an image, if it is not the one that creates the post. */
  isUploading?(request: SeenRequest): boolean;
}

/** Before permission to send was requested, no failure creates a post. */
const UPLOAD_KNOBS: readonly Knob[] = [
  'acts, then says nothing',
  'acts, then resets the connection',
  'answers with status 500',
  'answers with a page',
  'redirects elsewhere',
  'limits the rate',
  'has revoked the credentials',
  'refuses the post',
  'has a proxy that refuses the size',
];
const NOTHING_POSTED = /^(unavailable|rejected|rate_limited|unauthorized)$/;

const takesAltText = ({ takesAltTextOf = [] }: Platform): boolean => takesAltTextOf.includes('image');

const bytesOf = new Map<string, Buffer>();
const media: PostMedia[] = [];

/** The required behaviour of every connector that sends images. */
export function describePictures(name: string, setUp: () => PicturesSetUp): void {
  beforeAll(makePictures);
  describe(`Pictures on ${name}`, () => {
    describeSending(setUp);
    describeFailing(setUp);
  });
}

function describeSending(setUp: () => PicturesSetUp): void {
  it('arrive byte for byte, in order, with their descriptions', async () => {
    const { platform, listPictures, listTexts } = setUp();
    expect(await publish(setUp(), 'Boats at dawn')).toMatchObject({ outcome: { kind: 'published' }, asked: 1 });
    expect(listPictures()).toEqual(
      media.map(({ file, altText = '' }) => ({ sha256: file?.sha256, altText: takesAltText(platform) ? altText : '' })),
    );
    expect(await listTexts()).toContain('Boats at dawn');
  });

  it('go out one alone too, and without a description where nobody wrote one', async () => {
    const { listPictures } = setUp();
    const [first] = media.map((item) => ({ ...item, altText: '' }));
    expect(await publish(setUp(), 'One boat', first ? [first] : [])).toMatchObject({ outcome: { kind: 'published' } });
    expect(listPictures()).toEqual([{ sha256: first?.file?.sha256, altText: '' }]);
  });

  it('that move are sent as they are, where they are shown moving', async () => {
    const { platform, listPictures } = setUp();
    if (!platform.takesAnimations) return;
    const animation = await makeAnimation();
    expect(await publish(setUp(), 'A boat that moves', [animation])).toMatchObject({ outcome: { kind: 'published' } });
    expect(listPictures()).toEqual([{ sha256: animation.file?.sha256, altText: takesAltText(platform) ? 'A boat moves.' : '' }]);
  });

  it('are part of what is signed: another one, another order or another description is other content', () => {
    const { platform } = setUp();
    const [one, two] = media;
    if (!one || !two) throw new Error('There are no pictures.');
    const variants = [[], [one], [two], [one, two], [two, one], ...(takesAltText(platform) ? [[{ ...one, altText: 'Another.' }]] : [])];
    const payloads = variants.map((each) => JSON.stringify(prepare(platform, 'signed', [], each).payload));
    expect(new Set(payloads).size).toBe(variants.length);
    expect(payloads[1]).toContain(one.file?.sha256);
  });
}

function describeFailing(setUp: () => PicturesSetUp): void {
  it('that are gone end the try before leave to send is asked', async () => {
    const openImage = () => Promise.reject(new Error('The picture is gone.'));
    const hooks = { openImage, imageAddress: openImage };
    expect(await publish(setUp(), 'never seen', media, hooks)).toMatchObject({
      outcome: { kind: 'unavailable', message: 'The picture is gone.' },
      asked: 0,
    });
    expect(await setUp().listTexts()).not.toContain('never seen');
  });

  it('that were handed over by a try that lost its lease are handed over again for the one post', async () => {
    const { listTexts, listPictures } = setUp();
    const onSending = () => Promise.reject(new Error('lease lost'));
    await expect(publish(setUp(), 'at the second try', media, { onSending })).rejects.toThrow('lease lost');
    expect(await listTexts()).not.toContain('at the second try');
    expect(await publish(setUp(), 'at the second try')).toMatchObject({ outcome: { kind: 'published' } });
    expect((await listTexts()).filter((text) => text === 'at the second try')).toHaveLength(1);
    expect(listPictures()).toHaveLength(media.length);
  });

  it.each(UPLOAD_KNOBS)('that are handed over while the platform %s leave nothing posted', async (knob) => {
    const { isUploading, fake, secret, listTexts } = setUp();
    if (!isUploading) return;
    fake.fail(knob, isUploading);
    const { outcome, asked } = await publish(setUp(), `an upload that ${knob}`, media, { signal: fake.silence() });
    fake.fail(null);
    expect(outcome.kind).toMatch(NOTHING_POSTED);
    if (knob === 'has a proxy that refuses the size')
      expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringContaining('too large') });
    expect(asked).toBe(0);
    expect(JSON.stringify(outcome)).not.toContain(secret);
    expect(await listTexts()).not.toContain(`an upload that ${knob}`);
  });
}

/** One attempt, with the images available. */
async function publish({ platform, credentials }: PicturesSetUp, text: string, pictures = media, hooks: Partial<SendHooks> = {}) {
  const { payload, intent } = prepare(platform, text, [], pictures);
  const onSending = vi.fn(hooks.onSending ?? (async () => {}));
  const outcome = await platform.publish(payload, credentials, intent, {
    ...sendHooks(),
    signal: AbortSignal.timeout(60_000),
    openImage: async (sha256) => pictureOf(sha256),
    readMedia: async (sha256, from, to) => pictureOf(sha256).subarray(from, to),
    imageAddress: async (sha256) => `data:application/octet-stream;base64,${pictureOf(sha256).toString('base64')}`,
    ...hooks,
    onSending,
  });
  return { outcome, asked: onSending.mock.calls.length };
}

function pictureOf(sha256: string): Buffer {
  const bytes = bytesOf.get(sha256);
  if (!bytes) throw new Error('No such picture.');
  return bytes;
}

/** As a person describes a screen or a sign: nothing of it is a mark. */
const MARKED = 'Three *boats*, `[one]` _old_ & <b>two</b> ~~new~~ \\ at ^dawn^ &amp; #1: a | b';

async function makePictures(): Promise<void> {
  if (media.length > 0) return;
  const pictures = [
    { bytes: await noise(60, 50).jpeg().toBuffer(), mimeType: 'image/jpeg', width: 60, height: 50, altText: MARKED },
    {
      bytes: await noise(40, 40).png().toBuffer(),
      mimeType: 'image/png',
      width: 40,
      height: 40,
      altText: `Çà et là 🌊 “quoted”, ${MARKED}`,
    },
  ];
  for (const { bytes, altText, ...form } of pictures) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    bytesOf.set(sha256, bytes);
    media.push({ kind: 'image', bytes: bytes.length, altText, file: { mediaId: 'med_1', sha256, ...form } });
  }
}

async function makeAnimation(): Promise<PostMedia> {
  const frames = await Promise.all([1, 2].map(() => noise(20, 20).png().toBuffer()));
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  bytesOf.set(sha256, bytes);
  const file = { mediaId: 'med_3', sha256, mimeType: 'image/gif', width: 20, height: 20 };
  return { kind: 'image', bytes: bytes.length, frames: 2, altText: 'A boat moves.', file };
}

function noise(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 50 } } });
}
