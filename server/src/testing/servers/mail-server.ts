import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
  /** By lower-case name, unfolded. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** A real SMTP server on loopback that stores messages. */
export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** Refuses this many messages with the code (RFC 5321). */
  refuse(code: number, times: number): void;
  /** Accepts the next message, then closes the connection or goes silent instead of responding. */
  leaveUnanswered(how: 'closed' | 'silent'): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const lines = new Set<Socket>();
  let refusal = { code: 0, times: 0 };
  let unanswered: 'closed' | 'silent' | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        if (refusal.times > 0) {
          refusal.times -= 1;
          return done(Object.assign(new Error('Refused by the test.'), { responseCode: refusal.code }));
        }
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, ...readMessage(raw) });
        const how = unanswered;
        unanswered = null;
        if (how === null) done();
        if (how === 'closed') for (const line of lines) line.destroy();
      }, done);
    },
  });
  server.server.on('connection', (line: Socket) => {
    lines.add(line);
    line.once('close', () => lines.delete(line));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: (code, times) => {
      refusal = { code, times };
    },
    leaveUnanswered: (how) => {
      unanswered = how;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Enough of RFC 2045 and 2046 for a message in two formats, with images. */
function readMessage(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = splitPart(raw);
  const parts = partsOf(headers, body);
  const find = (type: string) => {
    const part = parts.find((candidate) => candidate.headers['content-type']?.startsWith(type));
    return part ? decode(part.body, part.headers['content-transfer-encoding'] ?? '7bit') : '';
  };
  return { headers, text: find('text/plain'), html: find('text/html') };
}

/** A message with images has its two formats in nested parts. */
function partsOf(headers: Record<string, string>, body: string): ReturnType<typeof splitPart>[] {
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) return [{ headers, body }];
  const parts = body.split(`--${boundary}`).slice(1, -1).map(splitPart);
  return parts.flatMap((part) => partsOf(part.headers, part.body));
}

function splitPart(raw: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = raw.replace(/^\r\n/, '').split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return { headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
