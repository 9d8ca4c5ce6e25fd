import { describe, expect, it, vi } from 'vitest';
import type { Credentials, Intent, Json, JsonObject, Outcome, Platform, RetractOutcome, SendHooks } from '../platform.ts';
import { learningHooks, prepare, sendHooks } from './contract-posts.ts';
import { type FakeServer, KNOBS, type Knob, RETRY_AFTER_SECONDS, type Reply } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

/** A connector and a fake server on loopback that stores posts. */
export interface ConnectorSetUp {
  platform: Platform;
  /** As stored by `connect()`. */
  credentials: Credentials;
  fake: FakeServer;
  isPublishing(request: SeenRequest): boolean;
  /** A text that no message may contain. */
  secret: string;
  listTexts(): Promise<string[]>;
  /** The approved content within the body of the request that creates the post. */
  sentContent(body: Json): Json;
  /** The same, of the payload. */
  approvedContent(payload: JsonObject): Json;
}

/** The expected outcome of each failure, and the number of posts after it. */
export const EXPECTED: Record<Knob, { kind: Outcome['kind']; posts: 0 | 1 }> = {
  'acts, then says nothing': { kind: 'unknown', posts: 1 },
  'acts, then resets the connection': { kind: 'unknown', posts: 1 },
  'answers twice': { kind: 'published', posts: 1 },
  'answers with status 500': { kind: 'unknown', posts: 0 },
  'resets the connection': { kind: 'unknown', posts: 0 },
  'answers without end': { kind: 'unknown', posts: 0 },
  'answers with a page': { kind: 'unknown', posts: 0 },
  'redirects elsewhere': { kind: 'unknown', posts: 0 },
  'limits the rate': { kind: 'rate_limited', posts: 0 },
  'has revoked the credentials': { kind: 'unauthorized', posts: 0 },
  'refuses the post': { kind: 'rejected', posts: 0 },
  'has a proxy that refuses the size': { kind: 'rejected', posts: 0 },
};

/** Likewise when a published post is edited or removed: both can be repeated, so what is not known is tried again. */
const EXPECTED_LATER: Record<Knob, { edit: Outcome['kind']; removal: RetractOutcome['kind']; isDone: boolean }> = {
  'acts, then says nothing': { edit: 'unknown', removal: 'unavailable', isDone: true },
  'acts, then resets the connection': { edit: 'unknown', removal: 'unavailable', isDone: true },
  'answers twice': { edit: 'published', removal: 'removed', isDone: true },
  'answers with status 500': { edit: 'unknown', removal: 'unavailable', isDone: false },
  'resets the connection': { edit: 'unknown', removal: 'unavailable', isDone: false },
  'answers without end': { edit: 'unknown', removal: 'unavailable', isDone: false },
  'answers with a page': { edit: 'unknown', removal: 'unavailable', isDone: false },
  'redirects elsewhere': { edit: 'unknown', removal: 'unavailable', isDone: false },
  'limits the rate': { edit: 'rate_limited', removal: 'unavailable', isDone: false },
  'has revoked the credentials': { edit: 'rejected', removal: 'refused', isDone: false },
  'refuses the post': { edit: 'rejected', removal: 'refused', isDone: false },
  'has a proxy that refuses the size': { edit: 'rejected', removal: 'refused', isDone: false },
};

/** The subject of a platform's refusal, the refusal, and the expected outcome. */
export type Remedy = [about: string, refusal: Reply | (() => Reply), outcome: object];

/**
 * The required behaviour of every connector while its platform fails. `remedies`: hints within refusals that must be
 * preserved.
 */
export function describeConnector(name: string, setUp: () => ConnectorSetUp, remedies: readonly Remedy[] = []): void {
  describe(`${name}, when it fails while a post is sent`, () => {
    it.each(KNOBS)('and %s', async (knob) => {
      const { fake, secret } = setUp();
      const { platform, credentials, listTexts } = setUp();
      const { payload, intent } = prepare(platform, `when it ${knob}`);
      fake.fail(knob);
      const askedAt = Date.now();
      const { outcome, asked } = await publish(setUp(), payload, intent);
      // Some networks return a time, in whole seconds: elapsed time is subtracted.
      const passedSeconds = Math.ceil((Date.now() - askedAt) / 1_000);
      fake.fail(null);
      const { kind, posts } = EXPECTED[knob];
      expect(outcome).toMatchObject({ kind });
      expect(asked).toBe(1);
      expect(JSON.stringify(outcome)).not.toContain(secret);
      if (outcome.kind === 'rate_limited') {
        expect(outcome.retryAfterSeconds).toBeLessThanOrEqual(RETRY_AFTER_SECONDS);
        expect(outcome.retryAfterSeconds).toBeGreaterThanOrEqual(RETRY_AFTER_SECONDS - passedSeconds);
      }
      expect((await listTexts()).filter((text) => text === `when it ${knob}`)).toHaveLength(posts);
      expect((await platform.find(payload, credentials, intent)).kind).toMatch(expectedFinding(platform, posts));
    });
  });

  describe(`${name}, when it fails`, () => {
    // Not a test for each failure: for the networks that let programs do neither, those would be empty.
    it('while a published post is removed, says what became of it and removes it when asked again, where it lets programs do that', async () => {
      const { fake, secret, listTexts, platform, credentials } = setUp();
      const { retract } = platform;
      if (!retract) return;
      const remove = async (title: string) => {
        const { payload, intent, post } = await published(setUp(), title);
        return (signal: AbortSignal) => retract(payload, credentials, intent, post, signal);
      };
      const change = await changeOf(fake, await remove('removed before'));
      for (const knob of KNOBS) {
        const removal = await remove(`removed when it ${knob}`);
        const { removal: kind, isDone } = EXPECTED_LATER[knob];
        const outcome = await withFault(fake, knob, change, removal);
        expect(outcome, knob).toMatchObject({ kind });
        expect(JSON.stringify(outcome), knob).not.toContain(secret);
        expect((await listTexts()).includes(`removed when it ${knob}`), knob).toBe(!isDone);
        expect(await removal(patient()), knob).toEqual({ kind: 'removed' });
        expect(await listTexts(), knob).not.toContain(`removed when it ${knob}`);
      }
    });

    it('while a published post is edited, says what became of it and takes the words when asked again, where it lets programs do that', async () => {
      const { fake, secret, listTexts, platform, credentials } = setUp();
      const { edits } = platform;
      if (!edits) return;
      const edit = async (title: string, text: string) => {
        const { post } = await published(setUp(), title);
        const { payload, intent } = prepare(platform, edits.keepsTitle ? `${title}\n\n${text}` : text);
        return (signal: AbortSignal) => edits.send(payload, credentials, intent, post, { ...sendHooks(), signal });
      };
      const change = await changeOf(fake, await edit('edited before', 'with other words'));
      for (const knob of KNOBS) {
        const again = await edit(`before it ${knob}`, `edited when it ${knob}`);
        const { edit: kind, isDone } = EXPECTED_LATER[knob];
        const outcome = await withFault(fake, knob, change, again);
        expect(outcome, knob).toMatchObject({ kind });
        expect(JSON.stringify(outcome), knob).not.toContain(secret);
        const holds = async () => (await listTexts()).some((text) => text.includes(`edited when it ${knob}`));
        if (!edits.keepsTitle) expect(await holds(), knob).toBe(isDone);
        expect(await again(patient()), knob).toMatchObject({ kind: 'published' });
        if (!edits.keepsTitle) expect(await holds(), knob).toBe(true);
      }
    });
  });

  describe.runIf(remedies.length > 0)(`${name}, when it refuses with a hint`, () => {
    it.each(remedies)('passes on %s', async (about, refusal, expected) => {
      const { platform, fake, listTexts } = setUp();
      const { payload, intent } = prepare(platform, about);
      fake.refuseOnce(typeof refusal === 'function' ? refusal() : refusal);
      expect((await publish(setUp(), payload, intent)).outcome).toMatchObject(expected);
      expect(await listTexts()).not.toContain(about);
    });
  });

  describe(name, () => {
    it('sends exactly what was approved', async () => {
      const { platform, fake, isPublishing, sentContent, approvedContent } = setUp();
      const { payload, intent } = prepare(platform, 'word for word: é 🌊 https://example.org/a?b=c');
      fake.requests.length = 0;
      const { outcome } = await publish(setUp(), payload, intent);
      expect(outcome).toMatchObject({ kind: 'published' });
      const sent = fake.requests.filter(isPublishing);
      expect(sent).toHaveLength(1);
      expect(sentContent(sent[0]?.body ?? null)).toEqual(approvedContent(payload));
    });

    it('is healthy while the credentials open the account, and unclear while it is away', async () => {
      const { platform, credentials } = setUp();
      expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
      expect((await platform.check(credentials, AbortSignal.abort())).kind).toBe('unclear');
    });

    it('refuses what it was not asked for by name', async () => {
      const { platform, credentials } = setUp();
      await expect(platform.connect({ ...credentials, colour: 'blue' })).rejects.toThrow('"colour"');
    });
  });
}

/** A post that its network has. */
async function published({ platform, credentials }: ConnectorSetUp, title: string) {
  const { payload, intent } = prepare(platform, title);
  const post = await platform.publish(payload, credentials, intent, learningHooks(intent));
  if (post.kind !== 'published') throw new Error(JSON.stringify(post));
  return { payload, intent, post };
}

const patient = (): AbortSignal => new AbortController().signal;

/** Which request of a call changes something, counted from 1: the last that is no GET. */
async function changeOf(fake: FakeServer, call: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  const before = fake.requests.length;
  await call(patient());
  return fake.requests.slice(before).findLastIndex(({ method }) => method !== 'GET') + 1;
}

/** The result of a call of which that request fails. */
async function withFault<T>(fake: FakeServer, knob: Knob, change: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const before = fake.requests.length;
  fake.fail(knob, () => fake.requests.length === before + change);
  try {
    return await call(fake.silence());
  } finally {
    fake.fail(null);
  }
}

/** One attempt that is aborted where the platform is silent, as the worker eventually would. */
async function publish({ platform, credentials, fake }: ConnectorSetUp, payload: JsonObject, intent: Intent) {
  const onSending = vi.fn<SendHooks['onSending']>(async (learned) => {
    Object.assign(intent.keys, learned);
  });
  const hooks = { ...sendHooks(), onSending, signal: fake.silence() };
  const outcome = await platform.publish(payload, credentials, intent, hooks);
  return { outcome, asked: onSending.mock.calls.length };
}

/** Platforms that cannot be queried report `unsure`, never `absent`. */
function expectedFinding({ duplicateClass }: Platform, posts: 0 | 1): RegExp {
  if (duplicateClass === 'idempotent' || duplicateClass === 'askable') return posts ? /^found$/ : /^absent$/;
  if (duplicateClass === 'blind') return posts ? /^(found|unsure)$/ : /^unsure$/;
  return posts ? /^found$/ : /^(absent|unsure)$/;
}
