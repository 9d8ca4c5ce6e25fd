import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { cursorsOf } from '../../db/cursors.ts';
import { findPage, type Page, type PageRequest } from '../../db/keyset-page.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import { requireOperator } from '../authorise.ts';
import { type CreatedAccount, createAccount } from '../create-account.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { PasswordHash } from '../passwords/password.ts';
import { requireRecentIfPerson } from '../sessions/require-recent-sign-in.ts';
import { SIGNUP_TRANSITIONS, Signup, type SignupState } from './signup.entity.ts';

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
export async function mailRefused(
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
      say`What you typed is deleted within a month, the password is gone already.`,
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
