import { createHash } from 'node:crypto';
import { completeSettings } from '../platform/settings.ts';
import type { Intent, JsonObject, NetworkSetting, Platform, Post, PostMedia, SendHooks, Settings } from '../platform.ts';

export const GREETING = 'Hé 🌊 the harbour opens https://example.org/a #tide';
export const HARBOUR_POST: Post = { text: GREETING, tags: ['tide'], thread: [], link: 'https://example.org/a' };

const PICTURE_BYTES = Buffer.from('a picture');

/** What a network requires of every post. */
export const PICTURE = {
  kind: 'image' as const,
  bytes: PICTURE_BYTES.length,
  file: {
    mediaId: 'med_1',
    sha256: createHash('sha256').update(PICTURE_BYTES).digest('hex'),
    mimeType: 'image/jpeg',
    width: 40,
    height: 40,
  },
};

const VIDEO_BYTES = Buffer.from('a video of boats');

/** Where a network takes no images. */
export const VIDEO = {
  kind: 'video' as const,
  bytes: VIDEO_BYTES.length,
  seconds: 12,
  file: {
    mediaId: 'med_2',
    sha256: createHash('sha256').update(VIDEO_BYTES).digest('hex'),
    mimeType: 'video/mp4',
    width: 1080,
    height: 1920,
  },
};

const NOW = new Date('2026-11-21T09:30:00.000Z');

/** With a picture or a video, a tag and settings where the platform requires them. */
export function withRequired(platform: Platform, post: Post): Post {
  const missing = new Set(platform.validate(post).map(({ code }) => code));
  const settings = completeSettings(platform.settings, { ...requiredSettings(platform.settings), ...post.settings });
  return {
    ...post,
    ...(missing.has('media_missing') && { media: [platform.takesVideo && !platform.takesImages ? VIDEO : PICTURE] }),
    ...(missing.has('tags_missing') && { tags: ['harbour'] }),
    ...(settings && { settings }),
  };
}

/** A value for every setting that a post must have. */
export function requiredSettings(declared: readonly NetworkSetting[] = []): Settings {
  const someValue = ({ kind, options }: NetworkSetting) => (kind === 'boolean' ? false : (options?.[0]?.value ?? 'harbour'));
  return Object.fromEntries(declared.filter(({ required }) => required).map((setting) => [setting.name, someValue(setting)]));
}

/** The payload of a text and a new intent for it. */
export function prepare(platform: Platform, text: string, thread: string[] = [], media: PostMedia[] = []) {
  const post = { text, tags: [], thread, link: null, ...(media.length > 0 && { media }) };
  const payload = platform.build(withRequired(platform, post));
  return { payload, intent: intentFor(platform, payload) };
}

/** A new intent for a payload. */
export function intentFor(platform: Platform, payload: JsonObject): Intent {
  const id = `pub_${crypto.randomUUID()}`;
  return { id, createdAt: NOW.toISOString(), keys: platform.allocate(payload, { id, createdAt: new Date() }) };
}

export function sendHooks(): SendHooks {
  return {
    onSending: async () => {},
    onUploaded: async () => {},
    signal: new AbortController().signal,
    openImage: async () => PICTURE_BYTES,
    imageAddress: async () => `data:image/jpeg;base64,${PICTURE_BYTES.toString('base64')}`,
    readMedia: async (_sha256, from, to) => VIDEO_BYTES.subarray(from, to),
  };
}

/** Like the worker: ids returned by the platform are stored in the intent before anything is sent. */
export function learningHooks(intent: Intent): SendHooks {
  const keep = async (learned?: JsonObject) => void Object.assign(intent.keys, learned);
  return { ...sendHooks(), onSending: keep, onUploaded: keep };
}
