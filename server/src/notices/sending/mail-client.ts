import { queueMail } from '../../access/mail/queue-mail.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { showPosts } from '../../approvals/quote-posts.ts';
import type { Context } from '../../context.ts';
import type { Language } from '../../languages/language.ts';
import { joined, type LocalizedMessage, LocalTime, type Sentence, say } from '../../languages/sentence.ts';

/** The most titles in one mail. */
const MOST_NAMED = 5;

/** A client's link as its mails need it. */
export interface OpenLink {
  account_id: string;
  workspace_id: string;
  email: string;
  expires_at: string | Date;
  account: string;
  workspace: string;
  time_zone: string;
  sharer: string;
  /** The link's, or the inviter's. */
  language: Language | null;
}

interface Again {
  titles: readonly string[];
  /** The newest approval of each. */
  approvals: readonly Approval[];
  /** The client was mailed about each of them before, and has not decided. */
  areReminders: boolean;
  /** All of them are changes that the client requested; otherwise their stage has begun. */
  areChanged: boolean;
  /** A member has approved each of them before. */
  areLookedAt: boolean;
  /** The drafts among them that edit published posts. */
  edits: ReadonlySet<string>;
  url: string;
}

/** Mails the client with everything that waits for their decision. */
export async function mailAgain(tx: Context, link: OpenLink, again: Again): Promise<void> {
  const { titles, approvals, edits, url } = again;
  const areEdits = edits.size === titles.length;
  const workspace = { name: link.workspace, timeZone: link.time_zone };
  const { times, ...shown } = await showPosts(tx, { workspace, approvals, edits });
  const isOne = titles.length === 1;
  const many = areEdits ? say`${titles.length} edits of published posts` : say`${titles.length} posts`;
  const what = isOne ? say`“${titles[0] ?? ''}”` : many;
  await queueMail(tx, {
    accountId: link.account_id,
    to: { name: null, email: link.email, language: link.language },
    ...shown,
    subject: subjectOf(what, again),
    paragraphs: [
      reasonSentence(link, what, again),
      ...(isOne && areEdits ? [say`It is an edit of a published post: its new text replaces the old one.`] : []),
      ...times,
      ...(edits.size > 0 && !areEdits ? [say`Some of them are edits of published posts.`] : []),
      ...(isOne ? [] : [named(titles)]),
      say`The link works until ${new LocalTime(new Date(link.expires_at), link.time_zone)}; so does the one you were sent before.`,
    ],
    link: { label: isOne ? say`Review the post` : say`Review the posts`, url },
    because: say`You receive this because ${link.sharer} shared this with you at`,
  });
}

function subjectOf(what: LocalizedMessage, { areReminders, areChanged }: Again): Sentence {
  if (areReminders) return say`Still waiting for your decision: ${what}`;
  return areChanged ? say`Changes are ready for review: ${what}` : say`Your approval is requested: ${what}`;
}

function reasonSentence({ account }: OpenLink, what: LocalizedMessage, { titles, areReminders, areChanged, areLookedAt }: Again): Sentence {
  if (areReminders) return say`${account} still waits for your decision: ${what}.`;
  if (titles.length === 1) {
    if (areChanged) return say`The changes you requested from ${account} are ready: ${what} is waiting for your review.`;
    return areLookedAt
      ? say`${account} has reviewed it, and ${what} is now waiting for you.`
      : say`${account} asks you first: ${what} is waiting for you.`;
  }
  if (areChanged) return say`The changes you requested from ${account} are ready: ${what} are waiting for your review.`;
  return areLookedAt
    ? say`${account} has reviewed them, and ${what} are now waiting for you.`
    : say`${account} asks you first: ${what} are waiting for you.`;
}

/** "“Fresh bread”, “The pier opens” and 2 more." */
function named(titles: readonly string[]): Sentence {
  const quoted = titles.slice(0, MOST_NAMED).map((title) => say`“${title}”`);
  const rest = titles.length - MOST_NAMED;
  return rest > 0 ? say`${joined(quoted, ', ')} and ${rest} more.` : say`${joined(quoted, ', ')}.`;
}
