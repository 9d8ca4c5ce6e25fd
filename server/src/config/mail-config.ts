export interface MailConfig {
  /** `smtp://` (with STARTTLS) or `smtps://`; may contain a user name and a password. */
  smtpUrl: string;
  /** As mail programs show it: an address, or a name with the address in angle brackets. */
  from: string;
}

/** Both or neither. Errors do not show the value, which may contain a password. */
export function readMail(smtpUrl: string | undefined, from: string | undefined): MailConfig | null {
  if (!smtpUrl && !from) return null;
  if (!smtpUrl) throw new Error('MAIL_FROM needs SMTP_URL, for instance smtp://user:password@mail.example.org:587.');
  if (!from) throw new Error('SMTP_URL needs MAIL_FROM, for instance "Countersign <posts@example.org>".');
  const url = URL.parse(smtpUrl);
  const isPlain = url && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
  if (!isPlain || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    throw new Error('SMTP_URL must be smtp:// or smtps:// with a host, such as smtp://user:password@mail.example.org:587.');
  if (!/^(?:[^\p{Cc}<>",;:]+ <[^\s@<>",;:]+@[^\s@<>",;:]+>|[^\s@<>",;:]+@[^\s@<>",;:]+)$/u.test(from))
    throw new Error('MAIL_FROM must be one address, such as posts@example.org or "Countersign <posts@example.org>".');
  return { smtpUrl, from };
}
