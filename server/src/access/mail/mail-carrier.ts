import { createTransport } from 'nodemailer';
import type { MailConfig } from '../../config/mail-config.ts';
import type { ComposedMessage } from './compose-message.ts';
import type { Recipient } from './mail-message.ts';

/** Sends messages to the operator's mail server. */
export interface MailCarrier {
  /** Resolves once the server has accepted it. `messageId` is the same on each attempt, so duplicates are recognised. */
  carry(message: ComposedMessage & { to: Recipient; messageId: string }): Promise<void>;
  /** Connects and signs in without sending anything. Throws what the server answers. */
  verify(): Promise<void>;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Credentials are never sent in clear, except to this machine. A server that is silent for `silenceMs` is dropped. */
export function createMailCarrier({ smtpUrl, from }: MailConfig, { silenceMs = SILENCE_MS } = {}): MailCarrier {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport(
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
    // Out-of-office replies would not be read.
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return {
    async carry({ to, messageId, headers = {}, ...message }) {
      await transport.sendMail({ ...message, headers, messageId, to: { name: to.name ?? '', address: to.email } });
    },
    async verify() {
      await transport.verify();
    },
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
