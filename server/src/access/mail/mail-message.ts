import type { Language } from '../../languages/language.ts';
import type { LocalizedMessage } from '../../languages/sentence.ts';

/** A person and where mail reaches them. */
export interface Recipient {
  /** Null while it is not known. */
  name: string | null;
  email: string;
  /** The language to write in; null where unknown: English. */
  language: Language | null;
}

/** A post's image, by the location of its bytes. */
export interface QuotedPicture {
  accountId: string;
  sha256: string;
  altText: string;
}

/**
 * The content of a message; compose-message.ts formats it. Never a secret, except the link of an invitation. `Said`
 * is `Words` while it is written, and a string in the recipient's language when it is sent.
 */
export interface MailMessage<Said = LocalizedMessage> {
  to: Recipient;
  subject: Said;
  /** The workspace that all of it is about, by name; absent where it is of several, or of the account as a whole. */
  workspace?: string;
  paragraphs: readonly Said[];
  /** Texts by others, set apart from ours: the posts, with their line ends. */
  quotes?: readonly { title: Said; text: string; pictures?: readonly QuotedPicture[] }[];
  /** Several items, each with a link. */
  list?: readonly { text: Said; url: string }[];
  /** Where such mails can be unsubscribed: by one click (RFC 8058), and in the settings. */
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
