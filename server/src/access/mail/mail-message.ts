/** A person and where mail reaches them. */
export interface Recipient {
  /** Null while it is not known. */
  name: string | null;
  email: string;
}

/** What a message says; how it looks is compose-message.ts's. Never a secret, save the link of an invitation. */
export interface MailMessage {
  to: Recipient;
  subject: string;
  paragraphs: readonly string[];
  /** One thing to do: a button in HTML, a line in plain text. */
  link?: { label: string; url: string };
}
