import { sql } from 'kysely';
import type { MailConfig } from '../../config/operator-services-config.ts';
import type { Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import {
  type ComposedMessage,
  composeMail,
  type QuotedPicture,
  type Recipient,
  type SaidMessage,
  type ShownPictures,
} from './compose-mail.ts';
import { Mail } from './mail.entity.ts';
import { mailPlace } from './queue-mail.ts';

export type Delivery = 'sent' | 'given_up' | 'nothing_to_do';

/**
 * One attempt to submit a message to the mail server. Throws if it must be retried, until it expires. If the
 * process dies after the server accepted it, it is sent again under the same Message-ID: a link twice is
 * better than none. Messages marked as sent once are given up instead, since the console shows their content
 * anyway. Two processes could both send; the queue gives each entry to one.
 */
export async function deliverMail(
  services: Services,
  carrier: Pick<MailCarrier, 'carry'>,
  mailId: string,
  makeSmall: MakeSmall = async () => new Map(),
): Promise<Delivery> {
  const { orm, clock, log, sealer, config } = services;
  const now = clock.now();
  const [mail] = await query(
    orm.em.fork(),
    tables
      .with('before', (db) =>
        db
          .selectFrom('mails')
          .select(['id', 'carried_at'])
          .where('id', '=', mailId)
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .forUpdate(),
      )
      .updateTable('mails as m')
      .from('before')
      .set(({ ref }) => ({ attempts: sql<number>`${ref('m.attempts')} + 1`, carried_at: now }))
      .whereRef('m.id', '=', 'before.id')
      .returning(['m.attempts', 'm.sealed_message', 'm.expires_at', 'm.is_sent_once', 'before.carried_at as carried_before']),
  );
  if (!mail?.sealed_message) return 'nothing_to_do';
  const mayHaveArrived = mail.is_sent_once && mail.carried_before !== null;
  if (mayHaveArrived || new Date(mail.expires_at) <= now) return end(services, mailId, 'failedAt');
  const message: SaidMessage = JSON.parse(sealer.open(mail.sealed_message, mailPlace(mailId)));
  const shown = await makeSmall(services, message.quotes?.flatMap(({ pictures = [] }) => pictures) ?? []);
  try {
    const messageId = `<${mailId}@${new URL(config.publicUrl).hostname}>`;
    await carrier.carry({ ...(await composeMail(message, config.publicUrl, shown)), to: message.to, messageId });
  } catch (error) {
    const isFinal = isRefused(error) || (mail.is_sent_once && isUnclear(error));
    log.warn({ mailId, attempt: mail.attempts, reason: reasonOf(error) }, isFinal ? 'an email was given up' : 'an email will be retried');
    if (isFinal) return end(services, mailId, 'failedAt');
    await orm.em.fork().nativeUpdate(Mail, { id: mailId }, { carriedAt: null });
    // The server's response is kept out of the queue's tables.
    throw new Error('The mail server did not take the message.');
  }
  return end(services, mailId, 'sentAt');
}

/** Loads the images of a message's posts; unreadable ones are omitted. Never throws. */
export type MakeSmall = (services: Services, pictures: readonly QuotedPicture[]) => Promise<ShownPictures>;

/**
 * Whether the server may have accepted the message: an established connection broke or timed out. nodemailer reports
 * `CONN` for such a break at any stage, even after the whole message. If it never connected, it certainly failed.
 */
function isUnclear(error: unknown): boolean {
  const { command, code, syscall, timeoutType, responseCode } = error as Record<string, unknown>;
  if (responseCode !== undefined) return false;
  if (command !== 'CONN') return command === 'DATA';
  return timeoutType === 'SOCKET_TIMEOUT' || code === 'ECONNECTION' || (code === 'ESOCKET' && syscall !== 'connect');
}

/** Deletes the content in either case. */
async function end({ orm, clock }: Services, id: string, how: 'sentAt' | 'failedAt'): Promise<Delivery> {
  await orm.em.fork().nativeUpdate(Mail, { id, sentAt: null }, { [how]: clock.now(), sealedMessage: null });
  return how === 'sentAt' ? 'sent' : 'given_up';
}

/**
 * A 5xx response is permanent (RFC 5321, section 4.2.1) if it is about the recipient or the message; our own
 * wrong password can be corrected.
 */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: unknown; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}

/** Only the kind of fault if a server has responded: servers tend to quote the recipient. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode, syscall } = error as NodeJS.ErrnoException & { responseCode?: number };
  if (syscall && responseCode === undefined) return error.message;
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}

/** Sends messages to the operator's mail server. */
export interface MailCarrier {
  /** Resolves once the server has accepted it. `messageId` is the same on each attempt, so duplicates are recognised. */
  carry(message: ComposedMessage & { to: Recipient; messageId: string }): Promise<void>;
  /** Connects and signs in without sending anything. Throws the server's error. */
  verify(): Promise<void>;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Sends by SMTP. Loads the library with the first message. */
export function createMailCarrier(config: MailConfig, { silenceMs = SILENCE_MS } = {}): MailCarrier {
  let opened: ReturnType<typeof openTransport> | null = null;
  const transport = () => {
    opened ??= openTransport(config, silenceMs);
    return opened;
  };
  return {
    async carry({ to, messageId, headers = {}, ...message }) {
      await (await transport()).sendMail({ ...message, headers, messageId, to: { name: to.name ?? '', address: to.email } });
    },
    async verify() {
      await (await transport()).verify();
    },
  };
}

/**
 * Credentials are never sent in clear, except to this machine. A server that is silent for `silenceMs` is
 * disconnected.
 */
async function openTransport({ smtpUrl, from }: MailConfig, silenceMs: number) {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  return createTransport(
    {
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(port) || (isSecure ? 465 : 587),
      secure: isSecure,
      requireTLS: username !== '' && !isLoopback(hostname),
      ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      // Our messages never load files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Out-of-office replies would not be read (RFC 3834; Exchange goes by its own header, MS-OXCMAIL 2.1.3.2.20). Bounces are.
    { from, headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' } },
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
