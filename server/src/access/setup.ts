import { DAY_MS, HOUR_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { Language } from '../languages/language.ts';
import { SetupToken } from './account.entity.ts';
import { type CreatedAccount, createAccount } from './accounts.ts';
import { hashPassword, namesAround, type PasswordHash } from './passwords/password.ts';
import { readTimeZone } from './read-time-zone.ts';
import { startSession } from './sessions/sessions.ts';
import { User } from './user.entity.ts';

/** Short, so a link in an old log is useless. */
const SETUP_LINK_LIFE_MS = DAY_MS;
/** Processes that start within this time print the same link; a later one prints a new one. */
const SAME_LINK_MS = 12 * HOUR_MS;

/** The token of the one-time link, the same in every process, or null once there is an operator. */
export async function createSetupToken(ctx: Context): Promise<string | null> {
  assertTransaction(ctx);
  await lockSetup(ctx);
  if (await ctx.em.count(User, { isOperator: true })) return null;
  const since = new Date(ctx.clock.now().getTime() - SAME_LINK_MS);
  const made = await ctx.em.findOne(SetupToken, { createdAt: { $gt: since } });
  if (made && made.tokenHash === ctx.sealer.hash('setup', tokenOf(ctx, made.createdAt))) return tokenOf(ctx, made.createdAt);
  const createdAt = ctx.clock.now();
  const token = tokenOf(ctx, createdAt);
  await ctx.em.nativeDelete(SetupToken, {});
  await ctx.em.insert(SetupToken, { tokenHash: ctx.sealer.hash('setup', token), createdAt });
  return token;
}

/** Derived from the master key, so processes need no communication and the database alone grants nothing. */
function tokenOf({ sealer }: Context, createdAt: Date): string {
  return Buffer.from(sealer.hash('setup-link', createdAt.toISOString()), 'hex').toString('base64url');
}

/** Serialises creating and using a link: several processes may start at once, and there is only one first person. */
async function lockSetup(ctx: Context): Promise<void> {
  await ctx.em.execute('lock table setup_tokens in exclusive mode');
}

export interface CompleteSetupInput {
  token: string;
  name: string;
  email: string;
  passwordHash: PasswordHash;
  workspaceName: string;
  /** IANA name; UTC by default. */
  timeZone?: string | undefined;
  /** The first person's language. */
  language?: Language;
  userAgent?: string;
  /** The address of the connection. */
  address?: string | null;
}

interface CompletedSetup extends CreatedAccount {
  /** For the cookie only. */
  sessionToken: string;
  expiresAt: Date;
}

/** Checks that the link still works, before a person fills in the form. Does not consume it. */
export async function requireSetupLink(ctx: Context, token: string): Promise<void> {
  const known = await ctx.em.count(SetupToken, goodLink(ctx, token));
  if (known === 0 || (await ctx.em.count(User, { isOperator: true }))) throw new DomainError('setup_link_invalid');
}

/** A link expires; the operator creates another one with `cs service setup-link`, or by a restart. */
function goodLink({ sealer, clock }: Context, token: string) {
  return { tokenHash: sealer.hash('setup', token), createdAt: { $gt: new Date(clock.now().getTime() - SETUP_LINK_LIFE_MS) } };
}

/** Checks and hashes the first person's password before set-up begins; requires a valid link. */
export async function hashSetupPassword(
  ctx: Context,
  {
    token,
    password,
    email,
    name,
    workspaceName,
  }: { token: string; password: string } & Pick<CompleteSetupInput, 'email' | 'name' | 'workspaceName'>,
): Promise<PasswordHash> {
  await requireSetupLink(ctx, token);
  return hashPassword({ password, pointer: '/password', about: [email, name, workspaceName, ...(await namesAround(ctx, []))] });
}

/**
 * The first run: consumes the one-time link, creates the operator with an approved account, and signs them in.
 * Concurrent calls: one succeeds, whichever links they use.
 */
export async function completeSetup(ctx: Context, input: CompleteSetupInput): Promise<CompletedSetup> {
  assertTransaction(ctx);
  await lockSetup(ctx);
  const used = await ctx.em.nativeDelete(SetupToken, goodLink(ctx, input.token));
  if (used === 0 || (await ctx.em.count(User, { isOperator: true }))) throw new DomainError('setup_link_invalid');
  await ctx.em.nativeDelete(SetupToken, {});
  const account = await createAccount(ctx, {
    name: input.workspaceName,
    ownerName: input.name,
    ownerEmail: input.email,
    ownerPasswordHash: input.passwordHash,
    isApproved: true,
    plan: 'starter',
    isOperator: true,
    emailProof: 'set_up',
    language: input.language ?? null,
    ...(input.timeZone === undefined ? {} : { timeZone: await readTimeZone(ctx, input.timeZone) }),
  });
  const session = await startSession(ctx, account.userId, { userAgent: input.userAgent ?? '', address: input.address ?? null });
  return { ...account, sessionToken: session.token, expiresAt: session.expiresAt };
}
