import { describe, expect, it } from 'vitest';
import type { CommentedPost, Credentials, Intent, JsonObject, Platform, PlatformComments, SendHooks } from '../platform.ts';
import { EXPECTED } from './connector-contract.ts';
import { intentFor, learningHooks, prepare, sendHooks } from './contract-posts.ts';
import { type FakeServer, KNOBS } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

/** A comment as the server stores it. */
export interface SeenComment {
  text: string;
  /** The network's id of the post or comment that it answers. */
  under: string;
}

export interface CommentsSetUp {
  platform: Platform;
  credentials: Credentials;
  /** Absent where the real server runs. */
  fake?: FakeServer;
  secret?: string;
  listComments(): Promise<SeenComment[]>;
  isCommenting?(request: SeenRequest): boolean;
  /** The id of the post with this text, where the network threads. */
  idOf?(text: string): Promise<string | undefined>;
}

/** The required behaviour of every network that takes a first comment. */
export function describeComments(name: string, setUp: () => CommentsSetUp): void {
  describe(`the first comment on ${name}`, () => {
    it('goes under its post, and is found again', async () => {
      const { post, comment, intent } = await given(setUp(), 'Tickets: https://example.org/under-its-post');
      const { platform, credentials } = setUp();
      const { send, find } = commentsOf(platform);
      expect((await find?.(comment, credentials, intent, post))?.kind ?? 'unsure').toMatch(/^(absent|unsure)$/);
      const outcome = await send(comment, credentials, intent, post, learningHooks(intent));
      expect(outcome).toMatchObject({ kind: 'published', providerId: expect.stringMatching(/./) });
      expect(await commentsWith(setUp(), 'under-its-post')).toEqual([expect.objectContaining({ under: post.providerId })]);
      if (find && outcome.kind === 'published')
        expect(await find(comment, credentials, intent, post)).toMatchObject({ kind: 'found', providerId: outcome.providerId });
    });

    it('goes under the last post of a thread', async () => {
      const { platform, credentials, idOf } = setUp();
      if (!idOf) return;
      const { post, comment, intent } = await given(setUp(), 'under the thread', ['the second of a thread', 'the last of a thread']);
      const outcome = await commentsOf(platform).send(comment, credentials, intent, post, learningHooks(intent));
      expect(outcome).toMatchObject({ kind: 'published' });
      expect(await commentsWith(setUp(), 'under the thread')).toMatchObject([{ under: await idOf('the last of a thread') }]);
    });

    it('is asked for leave once, and sends nothing where that is refused', async () => {
      const { platform, credentials } = setUp();
      const { post, comment, intent } = await given(setUp(), 'without leave');
      const hooks = { ...sendHooks(), onSending: () => Promise.reject(new Error('lease lost')) };
      await expect(commentsOf(platform).send(comment, credentials, intent, post, hooks)).rejects.toThrow('lease lost');
      expect(await commentsWith(setUp(), 'without leave')).toEqual([]);
    });

    it('is removed, and is said to be when that is asked again, where it would outlive its post', async () => {
      const { platform, credentials } = setUp();
      const { send, retract } = commentsOf(platform);
      if (!retract) return;
      const { post, comment, intent } = await given(setUp(), 'removed below');
      const outcome = await send(comment, credentials, intent, post, learningHooks(intent));
      if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      const remove = () => retract(comment, credentials, intent, outcome, new AbortController().signal);
      expect([await remove(), await remove()]).toEqual([{ kind: 'removed' }, { kind: 'removed' }]);
      expect(await commentsWith(setUp(), 'removed below')).toEqual([]);
    });

    it('is one comment although the same intent is sent twice, where the network says so', async () => {
      const { platform, credentials } = setUp();
      if (platform.duplicateClass !== 'idempotent') return;
      const { post, comment, intent } = await given(setUp(), 'sent twice below');
      const { send } = commentsOf(platform);
      const first = await send(comment, credentials, intent, post, learningHooks(intent));
      expect(await send(comment, credentials, intent, post, learningHooks(intent))).toEqual(first);
      expect(await commentsWith(setUp(), 'sent twice below')).toHaveLength(1);
    });

    it.each(KNOBS)('is never there twice, while the network %s', async (knob) => {
      const { platform, credentials, fake, isCommenting, secret = '' } = setUp();
      if (!fake) return;
      const text = `while it ${knob}`;
      const { post, comment, intent } = await given(setUp(), text);
      const { send, find } = commentsOf(platform);
      fake.fail(knob, isCommenting);
      let asked = 0;
      const hooks: SendHooks = {
        ...learningHooks(intent),
        signal: fake.silence(),
        async onSending(learned) {
          asked += 1;
          Object.assign(intent.keys, learned);
        },
      };
      const outcome = await send(comment, credentials, intent, post, hooks);
      fake.fail(null);
      const { kind, posts: count } = EXPECTED[knob];
      expect([outcome.kind, asked]).toEqual([kind, 1]);
      if (secret) expect(JSON.stringify(outcome)).not.toContain(secret);
      expect(await commentsWith(setUp(), text)).toHaveLength(count);
      // Only what is certainly not there may be sent again.
      if (find) expect((await find(comment, credentials, intent, post)).kind).toMatch(count ? /^(found|unsure)$/ : /^(absent|unsure)$/);
    });
  });
}

interface Given {
  post: CommentedPost;
  comment: JsonObject;
  intent: Intent;
}

/** A published post, and the comment that is to go under it. */
async function given({ platform, credentials }: CommentsSetUp, text: string, thread: string[] = []): Promise<Given> {
  const { payload, intent } = prepare(platform, `a post above: ${text}`, thread);
  const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  const { build, allocate } = commentsOf(platform);
  const comment = build({ settings: { first_comment: text } });
  if (!comment) throw new Error('There is no comment.');
  const id = `fcm_${crypto.randomUUID()}`;
  const own: Intent = { ...intentFor(platform, payload), id, keys: allocate(comment, { id, createdAt: new Date() }) };
  return { post: { ...outcome, payload, intent }, comment, intent: own };
}

function commentsOf({ comments }: Platform): PlatformComments {
  if (!comments) throw new Error('The platform takes no comments.');
  return comments;
}

const commentsWith = async ({ listComments }: CommentsSetUp, text: string): Promise<SeenComment[]> =>
  (await listComments()).filter((comment) => comment.text.includes(text) && !comment.text.includes('a post above'));
