import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { cursorsOf, findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { literal, tables } from '../db/tables.ts';
import { assertTransaction, inTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { joined, type Sentence, say } from '../languages/sentence.ts';
import { nextState } from '../state-table.ts';
import { type CreatedAccount, createAccount } from './accounts.ts';
import { requireOperator } from './authorise.ts';
import { queueMail } from './mail/queue-mail.ts';
import { addOperatorNotices, forgetOperatorNotices } from './notices.ts';
import type { PasswordHash } from './passwords/password.ts';
import { requireRecentIfPerson } from './sessions/require-recent-sign-in.ts';
import { SIGNUP_TRANSITIONS, Signup, type SignupState } from './signup.entity.ts';
import { User } from './user.entity.ts';

/** Pending sign-ups, oldest first. Operators only. */
export async function listSignups(ctx: Context, request: PageRequest): Promise<Page<Signup>> {
  requireOperator(ctx);
  return findPage(
    ctx.em,
    Signup,
    { state: 'waiting', expiresAt: { $gt: ctx.clock.now() } },
    {
      ...request,
      cursors: cursorsOf(ctx, 'sign-ups', ''),
      order: 'asc',
    },
  );
}

/**
 * Approves a sign-up: creates an approved account, its first workspace and its owner, who is notified by mail. Needs
 * a transaction. Refuses: insufficient_role, reauthentication_required, not_found, invalid_state, already_exists (the
 * address has an account by now).
 */
export async function approveSignup(ctx: Context, signupId: string, { plan }: { plan: string }): Promise<CreatedAccount> {
  const signup = await lockWaiting(ctx, signupId, 'approved');
  const { name, workspaceName, passwordHash, timeZone, email, language = null } = signup;
  // Pending sign-ups have all three, by a constraint.
  if (name == null || workspaceName == null || passwordHash == null) throw new DomainError('not_found');
  const made = await createAccount(ctx, {
    name: workspaceName,
    ownerName: name,
    ownerEmail: email,
    ownerPasswordHash: passwordHash as PasswordHash,
    isApproved: true,
    emailProof: 'sign_up_mail',
    plan,
    language,
    ...(timeZone == null ? {} : { timeZone }),
  });
  await end(ctx, signup, { state: 'approved', accountId: made.accountId });
  await queueMail(ctx, {
    accountId: made.accountId,
    to: { name, email, language },
    subject: say`Your account is ready`,
    paragraphs: [say`Your Countersign account is ready. Sign in with ${email} and the password you chose.`],
    link: { label: say`Sign in`, url: `${ctx.config.publicUrl}/sign-in` },
  });
  return made;
}

/**
 * Refuses a sign-up and mails the person, with the reason if given; it is not stored. Refuses what approving refuses,
 * except already_exists, and validation_failed.
 */
export async function refuseSignup(ctx: Context, signupId: string, given: { reason?: string | null } = {}): Promise<Signup> {
  const reason = readReason(given.reason ?? '');
  const signup = await lockWaiting(ctx, signupId, 'refused');
  await end(ctx, signup, { state: 'refused' });
  await mailRefused(ctx, signup, [say`The operator of this service declined your request.`, ...(reason ? [say`Reason: ${reason}`] : [])]);
  return signup;
}

const { maxLength } = FIELD_RULES.signup.refusalReason;

/** Normalized for the mail: one line of plain text; empty for none. */
function readReason(text: string): string {
  const reason = text.replaceAll(/\s+/gu, ' ').trim();
  if (reason.length <= maxLength && !reason.includes('\0') && reason.isWellFormed()) return reason;
  throw new DomainError('validation_failed', {
    fields: [{ pointer: '/reason', message: say`must be plain text of at most ${maxLength} characters.` }],
  });
}

/** For a request that came to nothing. */
async function mailRefused(
  ctx: Context,
  { name, email, language }: Pick<Signup, 'name' | 'email' | 'language'>,
  [first, ...why]: readonly [Sentence, ...Sentence[]],
): Promise<void> {
  await queueMail(ctx, {
    accountId: null,
    to: { name: name ?? null, email, language: language ?? null },
    subject: say`No account was opened for you`,
    paragraphs: [
      say`You requested an account on Countersign. ${first}`,
      ...why,
      say`What you entered is deleted within a month; the password has already been deleted.`,
    ],
    because: say`You receive this because you requested an account at`,
  });
}

async function lockWaiting(ctx: Context, id: string, to: SignupState): Promise<Signup> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  const signup = await ctx.em.findOne(Signup, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  // A mailed link is not a request yet.
  if (!signup || signup.state === 'mailed') throw new DomainError('not_found');
  const isOver = signup.state === 'waiting' && signup.expiresAt <= ctx.clock.now();
  nextState('request for an account', SIGNUP_TRANSITIONS, isOver ? 'expired' : signup.state, to);
  return signup;
}

async function end(ctx: Context, signup: Signup, to: { state: 'approved' | 'refused'; accountId?: string }): Promise<void> {
  Object.assign(signup, { ...to, passwordHash: null, endedAt: ctx.clock.now() });
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: to.accountId ?? null, action: `signup.${to.state}`, subjectId: signup.id });
}

/** Ended sign-ups are kept for 30 days, so their outcome can be looked up. */
const KEPT_FOR_MS = 30 * DAY_MS;
const AT_ONCE = 100;
/** The subject of their notices. */
const SUBJECT = 'signups';

/**
 * Scheduled task: notifies operators of pending sign-ups, expires old ones, and deletes ended ones. Safe in many
 * processes at once.
 */
export async function maintainSignups(services: Services): Promise<void> {
  await inTransaction(systemContext(services), notifyOfWaiting);
  await inTransaction(systemContext(services), expireWaiting);
  const now = services.clock.now();
  const em = services.orm.em.fork();
  await em.nativeDelete(Signup, { state: 'mailed', expiresAt: { $lte: now } });
  await em.nativeDelete(Signup, { endedAt: { $lte: new Date(now.getTime() - KEPT_FOR_MS) } });
}

/**
 * At most one notice per hour about all sign-ups that operators were not notified of, so one person with many
 * mailboxes cannot flood them. Without any operator they stay pending. The notice is cleared once all are decided.
 */
async function notifyOfWaiting(tx: Context): Promise<void> {
  if ((await tx.em.count(User, { isOperator: true })) === 0) return;
  const now = tx.clock.now();
  // Serialised, so two processes do not notify of different requests at once.
  await lockUntilCommit(tx.em, 'signups.tell');
  if ((await tx.em.count(Signup, { state: 'waiting', expiresAt: { $gt: now } })) === 0) return forgetOperatorNotices(tx.em, SUBJECT, now);
  if ((await tx.em.count(Signup, { toldAt: { $gt: new Date(now.getTime() - HOUR_MS) } })) > 0) return;
  const many = await tx.em.nativeUpdate(Signup, { state: 'waiting', toldAt: null, expiresAt: { $gt: now } }, { toldAt: now });
  if (many === 0) return;
  const who = many === 1 ? say`One sign-up request is pending.` : say`${many} sign-up requests are pending.`;
  const rest = say`Nothing can be done with one before you have approved it, and a request ends after 30 days.`;
  await addOperatorNotices(tx, { kind: 'signups_waiting', message: joined([who, rest]), subjectId: SUBJECT });
}

async function expireWaiting(tx: Context): Promise<void> {
  const now = tx.clock.now();
  const over = await query(
    tx.em,
    tables
      .updateTable('signups')
      .set({ state: 'expired', password_hash: null, ended_at: now })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('signups')
          .select('id')
          .where('state', '=', literal('waiting'))
          .where('expires_at', '<=', now)
          .orderBy('id')
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'name', 'email', 'language']),
  );
  for (const { id, ...person } of over) {
    await recordAudit(tx, { accountId: null, action: 'signup.expired', subjectId: id });
    await mailRefused(tx, person, [say`The request expired after 30 days without a decision. You can request an account again.`]);
  }
}
