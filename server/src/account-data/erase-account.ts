import { LockMode } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { lockAgainstSenders } from '../access/accounts.ts';
import { requireOperator, requireRole } from '../access/authorise.ts';
import { queueMail } from '../access/mail/queue-mail.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { Membership, User } from '../access/user.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DAY_MS } from '../clock.ts';
import { revokeAllOf } from '../connections/connection-queries.ts';
import type { Context, Services } from '../context.ts';
import { CreditHold } from '../credits/credit.entities.ts';
import { releaseHolds } from '../credits/credit-holds.ts';
import { workThrough } from '../db/database-faults.ts';
import { deleteInBatches } from '../db/insert-rows.ts';
import { systemContext } from '../db/system-context.ts';
import { assertTransaction, inTransaction } from '../db/transaction.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { ServiceSwitch } from '../launch/launch.entities.ts';
import { cancelPublications } from '../publishing/jobs/end-job.ts';
import { publicationsIn } from '../publishing/jobs/load-job.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { PublishJob } from '../publishing/publish-job.entity.ts';
import { fail } from '../publishing/sending/apply-outcome.ts';
import { forgetPerson } from './erase-person.ts';
import { KEPT, REMOVED } from './erased-tables.ts';

/** How long an owner can cancel a request for erasure. */
const ERASURE_WAIT_DAYS = 14;

/** The number of rows per step; each step has its own commit. */
const BATCH = 1_000;

/**
 * An owner requests the erasure of everything of the account after a waiting period; until then the account
 * works as before. Every owner gets a mail. Idempotent.
 */
export async function requestErasure(ctx: Context, accountId: string): Promise<Account> {
  const account = await lockAccount(ctx, accountId);
  if (account.eraseAt) return account;
  account.eraseAt = new Date(ctx.clock.now().getTime() + ERASURE_WAIT_DAYS * DAY_MS);
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'account.erasure_requested', subjectId: accountId });
  const date = account.eraseAt.toISOString().slice(0, 10);
  await mailOwners(ctx, account, say`${account.name} will be erased on ${date}`, [
    say`An owner has requested that everything of the account be erased: posts, media, connections, access of agents and people.`,
    say`Until then an owner can keep the account under Settings. Afterwards nothing can be restored.`,
  ]);
  return account;
}

/** Cancels a request for erasure before it begins. */
export async function keepAccount(ctx: Context, accountId: string): Promise<Account> {
  const account = await lockAccount(ctx, accountId);
  if (!account.eraseAt) return account;
  account.eraseAt = null;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'account.erasure_withdrawn', subjectId: accountId });
  await mailOwners(ctx, account, say`${account.name} is kept`, [say`An owner has withdrawn the request for erasure.`]);
  return account;
}

/**
 * The account, if the caller is an owner with a recent sign-in or the operator, and its erasure has not
 * begun.
 */
async function lockAccount(ctx: Context, accountId: string): Promise<Account> {
  assertTransaction(ctx);
  if (ctx.actor.kind !== 'operator') await requireRole(ctx, accountId, 'manage');
  await requireRecentIfPerson(ctx);
  const account = await ctx.em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!account) throw new DomainError('not_found');
  if (account.erasingAt) throw new DomainError('invalid_state', { message: say`The erasure of this account has begun.` });
  return account;
}

/** Only to confirmed addresses: another one may be another person's. */
async function mailOwners(ctx: Context, { id: accountId }: Account, subject: Sentence, paragraphs: Sentence[]): Promise<void> {
  if (!ctx.config.mail) return;
  const owners = await ctx.em.find(Membership, { accountId, role: 'owner' }, { orderBy: { userId: 'asc' } });
  for (const { name, email, language = null } of await ctx.em.find(User, {
    id: { $in: owners.map(({ userId }) => userId) },
    emailConfirmedAt: { $ne: null },
  }))
    await queueMail(ctx, {
      accountId,
      to: { name, email, language },
      subject,
      paragraphs,
      link: { label: say`Open the settings`, url: `${ctx.config.publicUrl}/settings` },
    });
}

/**
 * Begins an erasure, which is final: the account is suspended, and its rows may be removed from now on.
 * `name`: the account's name, to prevent mistakes.
 */
export async function beginErasure(ctx: Context, accountId: string, name?: string): Promise<void> {
  assertTransaction(ctx);
  if (ctx.actor.kind !== 'system') requireOperator(ctx);
  await lockAgainstSenders(ctx, accountId);
  const account = await ctx.em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!account) throw new DomainError('not_found');
  if (account.erasingAt) return;
  if (name !== undefined && name !== account.name)
    throw new DomainError('invalid_state', { message: say`The account is called ${account.name}.` });
  const now = ctx.clock.now();
  account.state = 'suspended';
  account.eraseAt = now;
  account.erasingAt = now;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'account.erasure_begun', subjectId: accountId });
}

/** Whether everything is erased; `removed` and `changed` count the rows of this run. */
export interface Erased {
  isDone: boolean;
  removed: number;
  changed: number;
}

/**
 * Erases an account whose erasure has begun. Each batch is committed separately and does only what is left,
 * so it can be
 * killed at any time and run again, also by several processes. Ends early if posts are being sent.
 */
export async function eraseAccount(services: Services, accountId: string): Promise<Erased> {
  const ctx = systemContext(services);
  const done: Erased = { isDone: false, removed: 0, changed: 0 };
  if ((await ctx.em.count(Publication, { accountId, state: { $in: ['leased', 'sent'] } })) > 0) return done;
  // First, so people add nothing to the rest.
  for (const { userId } of await ctx.em.fork().find(Membership, { accountId }, { orderBy: { userId: 'asc' } }))
    await inTransaction(ctx, (tx) => endMembership(tx, accountId, userId));
  await revokeAllOf(services, accountId);
  await services.media.removeAll(accountId);
  // Repeated for rows written by requests that began before.
  for (let before = -1; before < done.removed + done.changed; ) {
    before = done.removed + done.changed;
    done.changed += await endPublications(ctx, accountId);
    for (const [table, columns] of Object.entries(KEPT)) done.changed += await inBatches(ctx, changeOf(table, columns), accountId);
    for (const [table, where] of Object.entries(REMOVED))
      done.removed += await deleteInBatches(ctx.em, { table, where, values: [accountId], most: Number.POSITIVE_INFINITY });
  }
  await inTransaction(ctx, async (tx) => {
    const changed = await tx.em.nativeUpdate(Account, { id: accountId, eraseAt: { $ne: null } }, { name: 'Erased account', eraseAt: null });
    if (changed) await recordAudit(tx, { accountId, action: 'account.erased', subjectId: accountId });
  });
  return { ...done, isDone: true };
}

/** Ends what waits or whose outcome is unknown, and returns its credits: one transaction a job. Returns how many. */
async function endPublications(ctx: Context, accountId: string): Promise<number> {
  const open = await ctx.em
    .fork()
    .find(Publication, { accountId, supersededAt: null, state: { $in: ['pending', 'unknown'] } }, { fields: ['jobId'] });
  for (const jobId of new Set(open.map(({ jobId }) => jobId)))
    await inTransaction(ctx, async (tx) => {
      const job = await tx.em.findOneOrFail(PublishJob, jobId);
      const draft = await lockDraft(tx, job.draftId);
      const publications = await publicationsIn(tx, jobId);
      await cancelPublications(tx, publications);
      for (const publication of publications.filter(({ state }) => state === 'unknown'))
        await fail(tx, { publication, job, draft }, 'erased', say`The erasure of this account has begun.`);
    });
  // Erasures of before 0.8 cancelled publications without their reservations.
  const held = await ctx.em.fork().find(CreditHold, { accountId, state: 'held' }, { fields: ['publicationId'] });
  const ended = held.map(({ publicationId }) => publicationId);
  await inTransaction(ctx, (tx) => releaseHolds(tx, ended));
  return open.length + ended.length;
}

/** Replaces the columns wherever they are not replaced yet; null if all are kept. */
function changeOf(table: string, columns: Readonly<Record<string, string>>): string | null {
  const entries = Object.entries(columns);
  if (entries.length === 0) return null;
  const differs = entries.map(([column, value]) => `${column} is distinct from ${value}`).join(' or ');
  const values = entries.map(([column, value]) => `${column} = ${value}`).join(', ');
  return `update ${table} set ${values}
    where ctid = any (array(select ctid from ${table} where account_id = ? and (${differs}) limit ${BATCH}))`;
}

async function inBatches({ em }: Context, statement: string | null, accountId: string): Promise<number> {
  let total = 0;
  while (statement) {
    const { affectedRows } = await em.execute<{ affectedRows: number }>(statement, [accountId], 'run');
    total += affectedRows;
    if (affectedRows < BATCH) break;
  }
  return total;
}

/** A person who belongs to no other account is erased with it; operators are kept. */
async function endMembership(ctx: Context, accountId: string, userId: string): Promise<void> {
  await ctx.em.nativeDelete(Membership, { accountId, userId });
  const user = await ctx.em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user.isOperator && (await ctx.em.count(Membership, { userId })) === 0) await forgetPerson(ctx, user);
}

/** Longer than any upload: one that was under way stores its file only when all else is erased. */
const UPLOADED_MS = 2 * DAY_MS;

/**
 * Scheduled task: begins erasures whose waiting period is over, continues those that have begun, and removes files that
 * arrived since. Not before a restore is released: owners may have cancelled requests after the backup.
 */
export async function eraseDueAccounts(services: Services): Promise<void> {
  const { em } = systemContext(services);
  if ((await em.findOneOrFail(ServiceSwitch, 'publishing')).restoredAt) return;
  const due = await em.find(Account, { eraseAt: { $lte: services.clock.now() } }, { orderBy: { eraseAt: 'asc' }, fields: ['id'] });
  const ids = due.map(({ id }) => id);
  await workThrough(services.log, ids, { atOnce: 1, failure: 'an account could not be erased; it is tried again' }, async (id) => {
    await inTransaction(systemContext(services), (tx) => beginErasure(tx, id));
    const { isDone, removed, changed } = await eraseAccount(services, id);
    services.log.info({ event: 'account_erased', accountId: id, isDone, removed, changed }, 'An account was erased.');
  });
  const since = new Date(services.clock.now().getTime() - UPLOADED_MS);
  const erased = await systemContext(services).em.find(Account, { eraseAt: null, erasingAt: { $gt: since } }, { fields: ['id'] });
  const late = erased.map(({ id }) => id);
  await workThrough(services.log, late, { atOnce: 1, failure: 'files of an erased account could not be removed' }, (id) =>
    services.media.removeAll(id),
  );
}
