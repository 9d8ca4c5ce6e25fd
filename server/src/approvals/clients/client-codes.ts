import { randomBytes, randomInt } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { type AttemptBucket, countAttempt, forgiveAttempt, limitGuesses } from '../../access/attempt-limit.ts';
import { queueMail } from '../../access/mail/queue-mail.ts';
import { noteFailedSignIn } from '../../access/sessions/failed-sign-ins.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import { countChanged, query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import type { Language } from '../../languages/language.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { ClientCode, type ClientLink, ClientSession } from './client-link.entity.ts';
import { clientOf } from './client-links.ts';

const DIGITS = 8;
const CODE_LIFE_MS = 10 * 60_000;
const SESSION_LIFE_MS = 12 * HOUR_MS;
/** Per code. */
const MOST_TRIES = 5;
/** Within a quarter of an hour, by link and by address. */
const MOST_WRONG = { link: 10, address: 20 };
const MOST_SENT = { link: 5, address: 10 };
/** Between two codes for a link. */
const PAUSE_MS = 30_000;

const buckets = (what: string, { id, email }: Pick<ClientLink, 'id' | 'email'>, most: typeof MOST_SENT): AttemptBucket[] => [
  { name: `${what}/link/${id}`, most: most.link },
  { name: `${what}/address/${email}`, most: most.address },
];

/** The keyed hash of a code; codes are short, so they are protected by the key, which is not in the database. */
const hashOf = ({ sealer }: Pick<Services, 'sealer'>, linkId: string, code: string): string =>
  sealer.hash('client-code', `${linkId}/${code}`);

/**
 * Mails a code to the link's address, in the requester's language; an earlier code is invalidated. `ctx` is the
 * service's own. Throws `rate_limited`, `mail_not_configured`. Must not be called inside a transaction.
 */
export async function sendClientCode(ctx: Context, link: ClientLink, language: Language): Promise<void> {
  if (!ctx.config.mail) throw new DomainError('mail_not_configured');
  const counted = buckets('client-code-sent', link, MOST_SENT);
  await countAttempt(ctx, counted);
  if (await mailCode(ctx, link, language)) return;
  // Nothing was sent, so a few extra clicks do not count against the limit.
  await forgiveAttempt(ctx, counted);
  throw new DomainError('rate_limited', {
    message: say`A code was just sent. Check your email, or try again in 30 seconds.`,
    details: { retry_after_seconds: PAUSE_MS / 1_000 },
  });
}

/** Whether a code was mailed; false if the last one was mailed too recently. */
function mailCode(ctx: Context, link: ClientLink, language: Language): Promise<boolean> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const fresh = { codeHash: hashOf(tx, link.id, code), createdAt: now, expiresAt: new Date(now.getTime() + CODE_LIFE_MS) };
    const written = await tx.em.execute<unknown[]>(
      `insert into client_codes as c (link_id, account_id, workspace_id, code_hash, tries, created_at, expires_at) values (?, ?, ?, ?, 0, ?, ?)
       on conflict (link_id) do update set code_hash = excluded.code_hash, tries = 0, created_at = excluded.created_at,
         expires_at = excluded.expires_at where c.created_at <= ? returning 1`,
      [link.id, link.accountId, link.workspaceId, fresh.codeHash, fresh.createdAt, fresh.expiresAt, new Date(now.getTime() - PAUSE_MS)],
    );
    if (written.length === 0) return false;
    await queueMail(tx, {
      accountId: link.accountId,
      to: { name: null, email: link.email, language },
      subject: say`${spaced(code)} is your code`,
      paragraphs: [
        say`Your code is ${spaced(code)}. It works once, for ten minutes.`,
        say`We never ask you for this code. If you did not request it, ignore this email.`,
      ],
      expiresAt: fresh.expiresAt,
      because: say`You receive this because a code was requested with the link sent to you, at`,
    });
    return true;
  });
}

/** With a no-break space, which keeps the halves in order within Arabic and on one line. */
const spaced = (code: string): string => `${code.slice(0, DIGITS / 2)}\u00A0${code.slice(DIGITS / 2)}`;

export interface StartedClientSession {
  /** For the cookie only. */
  token: string;
  expiresAt: Date;
}

/**
 * Accepts the code that was mailed for a link, once, and starts the browser's session. Wrong codes count per code,
 * link and address, and in the buckets `extraBuckets`. Throws `client_code_wrong`, `rate_limited`. Must not be called inside
 * a transaction.
 */
export async function confirmClientCode(
  ctx: Context,
  { link, code, extraBuckets, address }: { link: ClientLink; code: string; extraBuckets: readonly AttemptBucket[]; address: string },
): Promise<StartedClientSession> {
  const session = await limitGuesses(ctx, [...buckets('client-code', link, MOST_WRONG), ...extraBuckets], async (tx) => {
    const started = await takeCode(tx, link, code);
    if (!started) await noteFailedSignIn(tx, { userId: null, address, by: 'client_code' });
    const { id: subjectId, accountId, email } = link;
    const action = started ? 'client_link.verified' : 'client_link.code_refused';
    await recordAudit({ ...tx, actor: clientOf(link) }, { accountId, action, subjectId, details: { email, address } });
    return started;
  });
  if (!session) throw new DomainError('client_code_wrong');
  return session;
}

async function takeCode(tx: Context, link: ClientLink, typed: string): Promise<StartedClientSession | null> {
  const now = tx.clock.now();
  const found = await tx.em.findOne(ClientCode, { linkId: link.id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!found || found.expiresAt <= now || found.tries >= MOST_TRIES) return null;
  if (found.codeHash !== hashOf(tx, link.id, typed.replaceAll(/\D/g, ''))) {
    await tx.em.nativeUpdate(ClientCode, { linkId: link.id }, { tries: found.tries + 1 });
    return null;
  }
  await tx.em.nativeDelete(ClientCode, { linkId: link.id });
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Math.min(now.getTime() + SESSION_LIFE_MS, link.expiresAt.getTime()));
  const tokenHash = tx.sealer.hash('client-session', token);
  const { id: linkId, accountId, workspaceId } = link;
  await tx.em.insert(ClientSession, { id: newId('cls'), linkId, accountId, workspaceId, tokenHash, createdAt: now, expiresAt });
  return { token, expiresAt };
}

/** Whether the browser with this cookie has typed the link's code. `ctx` is the service's own. */
export async function hasClientSession(ctx: Context, link: ClientLink, token: string | null): Promise<boolean> {
  if (!token) return false;
  const where = { tokenHash: ctx.sealer.hash('client-session', token), linkId: link.id, expiresAt: { $gt: ctx.clock.now() } };
  return (await ctx.em.count(ClientSession, where)) > 0;
}

/** Deletes expired codes and sessions; for the worker's reconciler. Returns the number of sessions. */
export async function purgeClientSessions(em: Context['em'], now: Date): Promise<number> {
  await query(em, tables.deleteFrom('client_codes').where('expires_at', '<=', now));
  return countChanged(em, tables.deleteFrom('client_sessions').where('expires_at', '<=', now));
}
