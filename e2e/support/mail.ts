import { type MailServer, type ReceivedMail, startMailServer } from '../../server/src/testing/servers/mail-server.ts';
import { learnSecret } from './known-secrets.ts';

export interface Post {
  env: Record<string, string>;
  /** The next mail to the address whose subject fits; waits for it. */
  mailTo(address: string, subject: RegExp): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** A mail that the server does not take at once, on a busy machine too, is sent again after 20 seconds. */
const WAIT_MS = 60_000;

/** Decodes a header: non-ASCII words are in the Q encoding (RFC 2047, 4.2). */
function decoded(header: string): string {
  const words = header.replaceAll(/=\?UTF-8\?Q\?(.*?)\?=(?:\s+(?==\?))?/gi, (_word, text: string) =>
    text.replaceAll('_', ' ').replaceAll(/=([\dA-F]{2})/gi, '%$1'),
  );
  return words === header ? header : decodeURIComponent(words);
}

/** A real SMTP server for a site's mails. Secrets in them are registered. */
export async function startPost(): Promise<Post> {
  const server: MailServer = await startMailServer();
  const take = (address: string, subject: RegExp): ReceivedMail | undefined => {
    const index = server.mails.findIndex(({ to, headers }) => to.includes(address) && subject.test(decoded(headers.subject ?? '')));
    return index < 0 ? undefined : server.mails.splice(index, 1)[0];
  };
  return {
    env: { SMTP_URL: server.url, MAIL_FROM: 'Countersign <posts@example.org>' },
    async mailTo(address, subject) {
      for (const end = Date.now() + WAIT_MS; Date.now() < end; ) {
        const mail = take(address, subject);
        if (mail) {
          // With the part that only the mail has: of an invitation, the person who invites sees the rest.
          const [, tab = '/', token] = /(\/[\w-]+)#token=([\w-]+(?:\.[\w-]+)?)/.exec(mail.text) ?? [];
          if (token) learnSecret({ name: 'link of a mail', value: token, tab });
          return mail;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`No mail to ${address} came: ${server.mails.map(({ headers }) => decoded(headers.subject ?? '')).join(', ')}`);
    },
    close: () => server.close(),
  };
}
