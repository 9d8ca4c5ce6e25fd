import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { violation } from '../checks/violation.ts';
import type { Platform } from '../platform.ts';
import { firstCommentIn } from './first-comment.ts';
import type { LookupResult, Outcome } from './outcome.ts';
import type { EditedPost, JsonObject, Post } from './post.ts';
import { compareFields, type PublishedPost, type ReadBack } from './read-back.ts';
import type { Violation } from './rules.ts';

const READ_MS = 30_000;

/** The field of a payload with the published post that it changes: its id and address there, and the hash of its words. */
const EDITS = 'edits';

/** The post that a payload changes; null for a post of its own. */
export function editedBy({ [EDITS]: edits }: JsonObject): PublishedPost | null {
  if (typeof edits !== 'object' || edits === null || Array.isArray(edits)) return null;
  return { providerId: String(edits.provider_id), url: typeof edits.url === 'string' ? edits.url : null };
}

const wordsIn = ({ [EDITS]: _edits, ...payload }: JsonObject): JsonObject => payload;

/**
 * A platform whose payloads can change a published post: publishing one is an edit, and looking for it is reading the
 * post back. Other payloads stay as they are, and so do their hashes.
 */
export function withEdits(platform: Platform): Platform {
  const { edits, publish, find, readBack, readMetrics, retract, quotaCost } = platform;
  if (!edits) return platform;
  return {
    ...platform,
    validate: ({ edits: edited, ...post }) => [...platform.validate(post), ...(edited ? notEditable(platform, post, edited) : [])],
    preview: ({ edits: _edits, ...post }) => platform.preview(post),
    build({ edits: edited, ...post }) {
      const payload = platform.build(post);
      if (!edited) return payload;
      return { ...payload, [EDITS]: { provider_id: edited.providerId, url: edited.url, payload_hash: edited.payloadHash } };
    },
    allocate: (payload, owner) => (editedBy(payload) ? {} : platform.allocate(payload, owner)),
    async publish(payload, credentials, intent, hooks): Promise<Outcome> {
      const post = editedBy(payload);
      if (!post) return publish(payload, credentials, intent, hooks);
      return edits.send(wordsIn(payload), credentials, intent, post, hooks);
    },
    async find(payload, credentials, intent, replaced): Promise<LookupResult> {
      const post = editedBy(payload);
      if (!post) return find(payload, credentials, intent);
      const read = (words: JsonObject) => readBack?.(wordsIn(words), credentials, intent, post, AbortSignal.timeout(READ_MS));
      const found = await read(payload);
      if (!found) return { kind: 'unsure', ...toStoredMessage(say`The API of ${platform.label} does not return the text of posts.`) };
      if (found.kind === 'unreadable') return { ...found, kind: 'unsure' };
      if (!isAsSigned(found)) return { kind: 'absent' };
      // It may change only what is not compared, such as the address of a link: then the replaced words fit as well.
      const before = replaced && (await read(replaced));
      return before?.kind === 'found' && !isAsSigned(before)
        ? { kind: 'found', ...post }
        : { kind: 'unsure', ...toStoredMessage(LOOKS_THE_SAME) };
    },
    ...(readBack && { readBack: (payload, ...call) => readBack(wordsIn(payload), ...call) }),
    ...(readMetrics && { readMetrics: (payload, ...call) => readMetrics(wordsIn(payload), ...call) }),
    ...(retract && { retract: (payload, ...call) => retract(wordsIn(payload), ...call) }),
    ...(quotaCost && { quotaCost: (payload) => quotaCost(wordsIn(payload)) }),
  };
}

const isAsSigned = (read: ReadBack): boolean => read.kind === 'found' && compareFields(read.signed, read.published).length === 0;

const LOOKS_THE_SAME = say`What the network reports of the post is the same before and after this edit, so it cannot tell whether the edit arrived. A person must check.`;

/** What an edit cannot change. */
function notEditable(platform: Platform, post: Post, { title }: EditedPost): Violation[] {
  const { label, edits } = platform;
  const isLonger = post.thread.length > 0 || firstCommentIn(post.settings) !== null;
  const isRetitled = edits?.keepsTitle === true && (platform.preview(post).title ?? null) !== title;
  return [
    ...(isLonger
      ? [
          violation({
            code: 'not_editable',
            field: post.thread.length > 0 ? 'thread' : 'settings/first_comment',
            message: say`An edit changes the text of one post on ${label}, and adds nothing to it.`,
            remedy: say`Leave out the further posts and the first comment.`,
          }),
        ]
      : []),
    ...(isRetitled
      ? [
          violation({
            code: 'not_editable',
            field: 'title',
            message: say`The API of ${label} cannot change the title of a published post.`,
            remedy: say`Keep the original title: ${title ?? ''}`,
          }),
        ]
      : []),
  ];
}
