/** A person and where mail reaches them. */
export interface Recipient {
  /** Null while it is not known. */
  name: string | null;
  email: string;
}

/** A picture of a post, by where its bytes lie. */
export interface QuotedPicture {
  accountId: string;
  sha256: string;
  altText: string;
}

/** What a message says; how it looks is compose-message.ts's. Never a secret, save the link of an invitation. */
export interface MailMessage {
  to: Recipient;
  subject: string;
  paragraphs: readonly string[];
  /** Words of others, shown apart from ours: the posts that it is about, line ends and all. */
  quotes?: readonly { title: string; text: string; pictures?: readonly QuotedPicture[] }[];
  /** Several things, each with where there is more of it. */
  list?: readonly { text: string; url: string }[];
  /** Where mails like this one can be stopped: by one click (RFC 8058), and in the settings. */
  stop?: { url: string; settingsUrl: string };
  /** Why somebody without an account gets it, in a sentence; else it is because of their account. */
  because?: string;
  /** One thing to do: a button in HTML, a line in plain text. */
  link?: { label: string; url: string };
}
