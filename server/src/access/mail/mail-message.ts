import type { Language } from '../../languages/language.ts';
import type { Words } from '../../languages/sentence.ts';

/** A person and where mail reaches them. */
export interface Recipient {
  /** Null while it is not known. */
  name: string | null;
  email: string;
  /** The language to write in; null where unknown: English. */
  language: Language | null;
}

/** A picture of a post, by where its bytes lie. */
export interface QuotedPicture {
  accountId: string;
  sha256: string;
  altText: string;
}

/**
 * What a message says; how it looks is compose-message.ts's. Never a secret, save the link of an invitation. `Said` is what it says it
 * in: `Words` while it is written, a string in the recipient's language once it is on its way.
 */
export interface MailMessage<Said = Words> {
  to: Recipient;
  subject: Said;
  /** The workspace that all of it is about, by name; left out where it is of several, or of the account as a whole. */
  workspace?: string;
  paragraphs: readonly Said[];
  /** Words of others, shown apart from ours: the posts that it is about, line ends and all. */
  quotes?: readonly { title: Said; text: string; pictures?: readonly QuotedPicture[] }[];
  /** Several things, each with where there is more of it. */
  list?: readonly { text: Said; url: string }[];
  /** Where mails like this one can be stopped: by one click (RFC 8058), and in the settings. */
  stop?: { url: string; settingsUrl: string };
  /**
   * Why a recipient without an account gets it, followed by this service's address; otherwise the reason is their
   * account.
   */
  because?: Said;
  /** One thing to do: a button in HTML, a line in plain text. */
  link?: { label: Said; url: string };
}

export type SaidMessage = MailMessage<string>;
