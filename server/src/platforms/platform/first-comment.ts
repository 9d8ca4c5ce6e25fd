import { joined, type Sentence, say } from '../../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Credentials, Intent, Platform, PlatformComments, PublishedCall, PublishedPost, RetractOutcome } from '../platform.ts';
import { type PostWords, type ReadText, readWords } from '../text/read-words.ts';
import type { JsonObject, Post } from './post.ts';
import type { NetworkSetting, Settings } from './settings.ts';

/** The setting of a post, and the field of its payload, with the text that goes under it as the account's own comment. */
export const FIRST_COMMENT = 'first_comment';

/** The settings of a post on a network; its first comment is one, where the network has a limit for it. */
export function settingsOf({ settings = [], limits }: Pick<NetworkRules, 'settings' | 'limits'>): readonly NetworkSetting[] {
  const limit = limits.find(({ field }) => field === FIRST_COMMENT);
  if (!limit) return settings;
  return [
    ...settings,
    {
      name: FIRST_COMMENT,
      label: say`First comment`,
      kind: 'text',
      max: limit.max,
      remark: say`Published under the post right after it, and signed with it. If it fails, the post stays.`,
    },
  ];
}

/** The first comment among the chosen settings; null if there is none. */
export function firstCommentIn(settings: Settings | undefined): string | null {
  const text = settings?.[FIRST_COMMENT];
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/** The first comment of a post as its network shows it; null if there is none. */
export function readFirstComment(network: NetworkRules, { settings, mentions }: Pick<Post, 'settings' | 'mentions'>): ReadText | null {
  const text = firstCommentIn(settings);
  if (text === null) return null;
  // A comment has no title, and no card that its link would be moved to.
  return readWords(
    { ...network, limits: network.limits.filter(({ field }) => field !== 'title') },
    { text, tags: [], thread: [], link: null, ...(mentions && { mentions }) },
  ).parts[0];
}

/** Its words as those of a post, where the network's comments are posts. */
export const wordsOfComment = (words: ReadText): PostWords => ({
  ...{ title: null, parts: [words] as const, shownTags: [], hiddenTags: [], plainNames: [] },
});

/** The signed comment of a payload, as its connector built it; null if it has none. */
export function commentOf({ [FIRST_COMMENT]: comment }: JsonObject): JsonObject | null {
  return typeof comment === 'object' && comment !== null && !Array.isArray(comment) ? comment : null;
}

/** The post as its connector knows it: the comment is sent on its own, once the post is out. */
export function withoutComment({ [FIRST_COMMENT]: _comment, ...payload }: JsonObject): JsonObject {
  return payload;
}

/** A platform whose payloads have the first comment of their post as a field of its own; without one they stay as they are. */
export function withFirstComment(network: NetworkRules, platform: Platform): Platform {
  const { comments, publish, readBack, retract, quotaCost } = platform;
  if (!comments || !network.limits.some(({ field }) => field === FIRST_COMMENT)) return platform;
  return {
    ...platform,
    build(post) {
      const comment = comments.build(post);
      const { [FIRST_COMMENT]: _comment, ...others } = post.settings ?? {};
      const { settings: _settings, ...rest } = post;
      const payload = platform.build(Object.keys(others).length > 0 ? { ...rest, settings: others } : rest);
      return comment ? { ...payload, [FIRST_COMMENT]: comment } : payload;
    },
    allocate: (payload, owner) => platform.allocate(withoutComment(payload), owner),
    publish: (payload, ...call) => publish(withoutComment(payload), ...call),
    find: (payload, ...call) => platform.find(withoutComment(payload), ...call),
    ...(readBack && { readBack: (payload, ...call) => readBack(withoutComment(payload), ...call) }),
    ...(retract && { retract: (payload, ...call) => retractBoth(retract, comments, payload, ...call) }),
    // Where the posts of a thread count, a reply does.
    ...(quotaCost && { quotaCost: (payload) => quotaCost(withoutComment(payload)) + (commentOf(payload) ? 1 : 0) }),
  };
}

/** Removes a post, and its comment where that would outlive it. */
async function retractBoth(
  retract: PublishedCall<RetractOutcome>,
  comments: PlatformComments,
  payload: JsonObject,
  ...[credentials, intent, { comment, ...post }, signal]: [Credentials, Intent, PublishedPost, AbortSignal]
): Promise<RetractOutcome> {
  const outcome = await retract(withoutComment(payload), credentials, intent, post, signal);
  const isGone = outcome.kind === 'removed' || outcome.isPostGone === true;
  if (!isGone || !comment || !comments.retract) return outcome;
  const { body, found } = comment;
  const commentLeft = (words: Sentence): RetractOutcome => {
    const both = outcome.kind === 'removed' ? words : joined([fromStoredMessage(outcome), words]);
    return { kind: 'refused', isPostGone: true, ...toStoredMessage(both) };
  };
  if (!found) return commentLeft(say`The post was removed, but its first comment may still be there. Look for it, and remove it by hand.`);
  const left = await comments.retract(body, credentials, found.intent, found, signal);
  if (left.kind === 'unavailable') return { ...left, isPostGone: true };
  if (left.kind === 'removed') return outcome;
  return commentLeft(say`The post was removed, but its first comment was not. ${fromStoredMessage(left)}`);
}
