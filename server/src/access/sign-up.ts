import { randomBytes } from 'node:crypto';
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { assertTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { Language } from '../languages/language.ts';
import { say, utcTime } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { nextState } from '../state-table.ts';
import type { MailMessage } from './mail/compose-mail.ts';
import { queueMail } from './mail/queue-mail.ts';
import { hashPassword, namesAround, type PasswordHash } from './passwords/password.ts';
import { readEmail, readName } from './people.ts';
import { readTimeZone } from './read-time-zone.ts';
import { SIGNUP_TRANSITIONS, Signup } from './signup.entity.ts';
import { User } from './user.entity.ts';

/** Per recipient and day, across all requests. */
const MOST_A_DAY = 5;

/** Throws `not_found` if the operator has not opened sign-up. */
export function requireOpenSignUp({ config }: Pick<Context, 'config'>): void {
  if (!config.people.isSignUpOpen)
    throw new DomainError('not_found', { message: say`Sign-up is closed. Ask the operator of this service.` });
}

/**
 * Mails the address a link to continue its sign-up, or instructions to sign in if it has an account. The caller
 * cannot tell which, and nothing that the requester typed is in the mail. Each mail is a row, so an address gets only
 * a few a day.
 */
export async function mailSignupLink(ctx: Context, address: string, language: Language): Promise<void> {
  assertTransaction(ctx);
  requireOpenSignUp(ctx);
  const email = readEmail(address);
  // Serialises concurrent counts.
  await lockUntilCommit(ctx.em, `signups/${email}`);
  const createdAt = ctx.clock.now();
  const today = { email, createdAt: { $gt: new Date(createdAt.getTime() - DAY_MS) } };
  if ((await ctx.em.count(Signup, today)) >= MOST_A_DAY) return;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(createdAt.getTime() + DAY_MS);
  const tokenHash = signupHash(ctx, token);
  await ctx.em.insert(Signup, { id: newId('sgn'), email, state: 'mailed', language, tokenHash, createdAt, expiresAt });
  const known = await ctx.em.findOne(User, { email });
  const says = known
    ? HAS_ACCOUNT(ctx)
    : (await ctx.em.count(Signup, { email, state: 'waiting' })) > 0
      ? WAITS
      : signUpLinkMail(ctx, token, expiresAt);
  await queueMail(ctx, {
    accountId: null,
    to: { name: null, email, language: known?.language ?? language },
    because: BECAUSE,
    expiresAt,
    ...says,
  });
}

type Says = Pick<MailMessage, 'subject' | 'paragraphs' | 'link'>;

const BECAUSE = say`You receive this because this address was entered in the sign-up form of`;
const NOT_YOU = say`If this was not you, ignore this email: nothing has happened.`;

const HAS_ACCOUNT = ({ config }: Context): Says => ({
  subject: say`You can sign in to Countersign already`,
  paragraphs: [say`An account with this address already exists. Sign in with it; you can reset a lost password there.`, NOT_YOU],
  link: { label: say`Sign in`, url: `${config.publicUrl}/sign-in` },
});

const WAITS: Says = {
  subject: say`Your account request is pending`,
  paragraphs: [say`Your account request is already pending. The operator reviews it, and you will get an email.`, NOT_YOU],
};

const signUpLinkMail = ({ config }: Context, token: string, expiresAt: Date): Says => ({
  subject: say`Continue your sign-up for Countersign`,
  paragraphs: [
    say`Your address is confirmed. Continue with the link: enter your name and choose a password.`,
    say`It works once, until ${utcTime(expiresAt)}. ${NOT_YOU}`,
  ],
  link: { label: say`Continue`, url: `${config.publicUrl}/sign-up#token=${token}` },
});

const signupHash = ({ sealer }: Pick<Context, 'sealer'>, token: string): string => sealer.hash('signup', token);

/** How long a request waits for the operator. */
const WAITS_FOR_MS = 30 * DAY_MS;

interface SignUpInput {
  /** The mailed link's token. */
  token: string;
  name: string;
  workspaceName: string;
  passwordHash: PasswordHash;
  /** IANA name; UTC by default. */
  timeZone?: string | undefined;
  language?: Language;
}

/** The sign-up behind a mailed link, locked inside a transaction so it works once. Throws `signup_link_invalid`. */
export async function openSignup(ctx: Context, token: string): Promise<Signup> {
  requireOpenSignUp(ctx);
  const lock = ctx.em.isInTransaction() ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {};
  const where = { tokenHash: signupHash(ctx, token), expiresAt: { $gt: ctx.clock.now() } };
  const signup = await ctx.em.findOne(Signup, where, { ...lock, refresh: true });
  if (!signup) throw new DomainError('signup_link_invalid');
  return signup;
}

/** Checks and hashes the password before the sign-up is submitted; requires a valid link. */
export async function hashSignupPassword(
  ctx: Context,
  { token, password, name, workspaceName }: { token: string; password: string; name: string; workspaceName: string },
): Promise<PasswordHash> {
  const { email } = await openSignup(ctx, token);
  return hashPassword({ password, pointer: '/password', about: [email, name, workspaceName, ...(await namesAround(ctx, []))] });
}

/**
 * Turns the link into a request that awaits the operator; creates nothing else. Of concurrent requests for
 * one address one succeeds. Needs a transaction. Refuses: not_found (closed), signup_link_invalid,
 * already_exists, validation_failed.
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<Signup> {
  assertTransaction(ctx);
  const signup = await openSignup(ctx, input.token);
  const { id, email } = signup;
  // The link proves control of the address, so this may be disclosed.
  if (await ctx.em.count(User, { email })) {
    throw new DomainError('already_exists', { message: say`An account with this address already exists. Sign in with it.` });
  }
  const now = ctx.clock.now();
  Object.assign(signup, {
    state: nextState('sign-up', SIGNUP_TRANSITIONS, signup.state, 'waiting'),
    tokenHash: null,
    name: readName(input.name, '/name'),
    workspaceName: readName(input.workspaceName, '/workspace_name'),
    passwordHash: input.passwordHash,
    language: input.language ?? null,
    timeZone: input.timeZone === undefined ? null : await readTimeZone(ctx, input.timeZone),
    askedAt: now,
    expiresAt: new Date(now.getTime() + WAITS_FOR_MS),
  });
  await ctx.em.flush().catch((error) => {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new DomainError('already_exists', {
      message: say`A request for this address is already pending. You will get an email once it is decided.`,
    });
  });
  await recordAudit(ctx, { accountId: null, action: 'signup.asked', subjectId: id });
  return signup;
}
