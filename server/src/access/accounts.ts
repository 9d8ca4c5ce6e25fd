import { LockMode, raw, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { cursorsOf, findPage, type Page, type PageRequest, searchQuery, searchWords } from '../db/keyset-page.ts';
import { query, textArray } from '../db/reading/query.ts';
import { SERVICE_LIMITS, untilCommit } from '../db/time-limits.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import type { Language } from '../languages/language.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { nextState } from '../state-table.ts';
import { ACCOUNT_TRANSITIONS, Account, type AccountState } from './account.entity.ts';
import { requireOperator } from './authorise.ts';
import type { PasswordHash } from './passwords/password.ts';
import { readEmail, readName } from './people.ts';
import { requireRecentIfPerson } from './sessions/require-recent-sign-in.ts';
import { type EmailProof, Membership, User } from './user.entity.ts';
import { Workspace } from './workspace.entity.ts';

/** The operator approves or suspends a customer. Idempotent. */
export async function setAccountState(ctx: Context, accountId: string, state: AccountState): Promise<Account> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  if (state === 'pending')
    throw new DomainError('invalid_state', { message: say`An account can be approved or suspended, but not set back to pending.` });
  await lockAgainstSenders(ctx, accountId);
  const account = await ctx.em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!account) throw new DomainError('not_found');
  if (account.erasingAt) throw new DomainError('invalid_state', { message: say`The erasure of this account has begun.` });
  if (account.state === state) return account;
  account.state = nextState('account', ACCOUNT_TRANSITIONS, account.state, state);
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: `account.${state}`, subjectId: accountId });
  if (state === 'approved') await gatesMayHaveOpened(ctx, accountId);
  return account;
}

/** The whole service as a lock id, next to those of accounts, workspaces and grants. */
export const WHOLE_SERVICE = 'service';

const LOCK = 'hashtextextended(id, 11)';

/**
 * Locks what permits sending, before an intent to send is committed: a stop or a revocation has either committed and
 * is visible, or waits for this transaction. Advisory locks, because they queue fairly: under load, shared row locks
 * overlap without end and would starve a revocation.
 */
export async function lockAsSender(ctx: Context, ids: readonly string[]): Promise<void> {
  assertTransaction(ctx);
  await query(ctx.em, `select pg_advisory_xact_lock_shared(${LOCK}) from unnest($1::text[]) id`, [textArray([WHOLE_SERVICE, ...ids])]);
}

/**
 * For commands that stop sending: waits for transactions that are committing an intent; later ones see the change.
 * `id`: something the actor may change, never one given by a caller.
 */
export async function lockAgainstSenders(ctx: Context, id: string): Promise<void> {
  assertTransaction(ctx);
  // A stop must succeed, also behind a frozen sender whose session ends only after its timeout.
  await ctx.em.execute(untilCommit({ ...SERVICE_LIMITS, lock: SERVICE_LIMITS.statement }));
  await ctx.em.execute(`select pg_advisory_xact_lock(${LOCK}) from unnest(?::text[]) id`, [textArray([id])]);
}

interface CreateAccountInput {
  name: string;
  ownerName: string;
  ownerEmail: string;
  ownerPasswordHash: PasswordHash;
  isApproved: boolean;
  /** The plan's key in the catalogue of credits/. */
  plan: string;
  /** The name of its first workspace; the account's own by default. */
  workspaceName?: string;
  /** How the owner's address was verified; by the operator by default. */
  emailProof?: EmailProof;
  isOperator?: boolean;
  /** The owner's language. */
  language?: Language | null;
  /** The first workspace's time zone, validated; UTC by default. */
  timeZone?: string;
}

export interface CreatedAccount {
  accountId: string;
  workspaceId: string;
  userId: string;
}

/** Creates a customer with its owner and a first workspace. The transport checks the permission. */
export async function createAccount(ctx: Context, input: CreateAccountInput): Promise<CreatedAccount> {
  assertTransaction(ctx);
  const email = readEmail(input.ownerEmail);
  if (await ctx.em.count(User, { email })) throw addressTaken(email);
  const createdAt = ctx.clock.now();
  const accountId = newId('acc');
  const userId = newId('usr');
  const workspaceId = newId('wsp');
  ctx.em.create(Account, {
    id: accountId,
    name: readName(input.name, '/name'),
    state: input.isApproved ? 'approved' : 'pending',
    plan: input.plan,
    createdAt,
  });
  ctx.em.create(User, {
    id: userId,
    email,
    name: readName(input.ownerName, '/owner_name'),
    passwordHash: input.ownerPasswordHash,
    // The operator creates accounts and vouches for the address.
    emailConfirmedAt: createdAt,
    emailProof: input.emailProof ?? 'operator',
    isOperator: input.isOperator ?? false,
    language: input.language ?? null,
    createdAt,
  });
  ctx.em.create(Membership, { userId, accountId, role: 'owner', createdAt });
  ctx.em.create(Workspace, {
    id: workspaceId,
    accountId,
    name: readName(input.workspaceName ?? input.name, '/workspace_name'),
    createdAt,
    ...(input.timeZone === undefined ? {} : { timeZone: input.timeZone }),
  });
  await ctx.em.flush().catch((error) => {
    // Another request took the address between our query and our insert.
    throw error instanceof UniqueConstraintViolationException ? addressTaken(email) : error;
  });
  await recordAudit(ctx, { accountId, action: 'account.created', subjectId: accountId, details: { plan: input.plan } });
  return { accountId, workspaceId, userId };
}

function addressTaken(email: string): DomainError {
  return new DomainError('already_exists', { message: `There is a person with the email address ${email} already.` });
}

/** Accounts by id in one query, for rows that the caller may see already. */
export async function findAccounts(ctx: Context, ids: readonly string[]): Promise<Map<string, Account>> {
  const accounts = await ctx.em.find(Account, { id: { $in: [...new Set(ids)] } });
  return new Map(accounts.map((account) => [account.id, account]));
}

/** The service's accounts, newest first; with `search`, those whose name, or a workspace's, has these words. Operators only. */
export async function listAccounts(ctx: Context, { search, ...request }: PageRequest & { search?: string | null }): Promise<Page<Account>> {
  requireOperator(ctx);
  const words = search ? searchQuery(searchWords(search)) : '';
  const where = words ? { [hasWords(words)]: true } : {};
  return findPage(ctx.em, Account, where, { ...request, cursors: cursorsOf(ctx, 'accounts', ''), order: 'desc' });
}

/** Uses the indexes `accounts_search_index` and `workspaces_search_index`. */
const hasWords = (words: string) =>
  raw(
    (account) =>
      `(${account}.id in (select a.id from accounts a where to_tsvector('simple', a.name) @@ to_tsquery('simple', ?)
        union select w.account_id from workspaces w where to_tsvector('simple', w.name) @@ to_tsquery('simple', ?)))`,
    [words, words],
  );
