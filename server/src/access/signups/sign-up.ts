import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import type { Language } from '../../languages/language.ts';
import { say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import { hashPassword, namesAround, type PasswordHash } from '../passwords/password.ts';
import { readName } from '../read-person.ts';
import { readTimeZone } from '../read-time-zone.ts';
import { User } from '../user.entity.ts';
import { requireOpenSignUp, signupHash } from './mail-signup-link.ts';
import { Signup } from './signup.entity.ts';
import { SIGNUP_TRANSITIONS } from './signup-states.ts';

/** For how long a request waits for the operator. */
const WAITS_FOR_MS = 30 * 86_400_000;

export interface SignUpInput {
  /** The mailed link's token. */
  token: string;
  name: string;
  workspaceName: string;
  passwordHash: PasswordHash;
  /** IANA name; UTC by default. */
  timeZone?: string | undefined;
  language?: Language;
}

/** The sign-up behind a mailed link, locked inside a transaction so that it works once. Throws `signup_link_invalid`. */
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
 * Turns the link into a request that waits for the operator; creates nothing else. Of concurrent requests for one
 * address one succeeds. Needs a transaction. Refuses: not_found (closed), signup_link_invalid, already_exists,
 * validation_failed.
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
    throw new DomainError('already_exists', { message: say`A request for this address waits already. You get a mail once it is decided.` });
  });
  await recordAudit(ctx, { accountId: null, action: 'signup.asked', subjectId: id });
  return signup;
}
