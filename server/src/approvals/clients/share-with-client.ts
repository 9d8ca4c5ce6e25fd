import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Account } from '../../access/account.entity.ts';
import { requirePerson, requireWorkspace, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { queueMail } from '../../access/mail/queue-mail.ts';
import { isMemberByEmail } from '../../access/members/member-queries.ts';
import { readEmail } from '../../access/people.ts';
import { requireRecentSignIn } from '../../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS, HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { COUNT, tables } from '../../db/tables.ts';
import { assertTransaction, lockUntilCommit } from '../../db/transaction.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { DomainError, rateLimited } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import type { Language } from '../../languages/language.ts';
import { type LocalizedMessage, LocalTime, type Sentence, say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { latestApprovalsOf } from '../approval-queries.ts';
import { showPosts } from '../quote-posts.ts';
import { ClientLink, ClientLinkDraft } from './client-link.entity.ts';

export interface ShareWithClientInput {
  workspaceId: string;
  draftIds: readonly string[];
  /** The client's address: receives the link and every code. */
  email: string;
  /** The number of days that the link is valid. */
  days: number;
  /** The language of the mails; the owner's if left out. */
  language?: Language | null;
}

interface SharedWithClient {
  link: ClientLink;
  /** Returned only here, and only if no mail is sent. */
  url: string | null;
}

const { drafts: DRAFTS, days: DAYS } = FIELD_RULES.client;

/**
 * Shares submitted drafts with an address without an account, by a link that is only mailed there. Without
 * mail the link is returned for the owner to pass on: it shows the posts, and decisions need a mailed code.
 * Owners only, since it lets an outsider take part in decisions. Needs a transaction. Refuses: not_found,
 * insufficient_role, reauthentication_required, already_exists (a member: they decide in the console),
 * validation_failed, rate_limited.
 */
export async function shareWithClient(ctx: Context, input: ShareWithClientInput): Promise<SharedWithClient> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'manage');
  const { userId, name, language: own = null } = await requireRecentSignIn(ctx);
  const email = readEmail(input.email);
  const draftIds = await readDrafts(ctx, workspace, input.draftIds);
  const days = readDays(input.days);
  await refuseMember(ctx, workspace.accountId, email);
  await limitLinks(ctx, workspace.accountId, email);

  const createdAt = ctx.clock.now();
  const token = randomBytes(32).toString('base64url');
  const { accountId, id: workspaceId } = workspace;
  const [id, expiresAt] = [newId('clk'), new Date(createdAt.getTime() + days * DAY_MS)];
  const language = input.language ?? null;
  const link = { id, accountId, workspaceId, email, language, createdByUserId: userId, createdAt, expiresAt };
  await ctx.em.insert(ClientLink, { ...link, tokenHash: ctx.sealer.hash('client-link', token) });
  await ctx.em.insertMany(
    ClientLinkDraft,
    draftIds.map((draftId, place) => ({ linkId: id, draftId, accountId, workspaceId, place })),
  );
  await recordAudit(ctx, { accountId, action: 'client_link.created', subjectId: id, details: { email, draftIds, workspaceId } });
  const url = `${ctx.config.publicUrl}/shared#token=${token}`;
  if (ctx.config.mail) await mailLink(ctx, { link, workspace, name, language: language ?? own, draftIds, url });
  return { link: await ctx.em.findOneOrFail(ClientLink, { id }), url: ctx.config.mail ? null : url };
}

/** The submitted drafts of the workspace, deduplicated, in the given order. */
async function readDrafts(ctx: Context, workspace: Workspace, given: readonly string[]): Promise<string[]> {
  const fault = (message: LocalizedMessage) =>
    new DomainError('validation_failed', { message, fields: [{ pointer: '/draftIds', message }] });
  const draftIds = [...new Set(given)];
  if (draftIds.length < DRAFTS.minItems) throw fault(say`Choose at least one post.`);
  if (draftIds.length > DRAFTS.maxItems) throw fault(say`Share at most ${DRAFTS.maxItems} posts at once.`);
  const approvals = await latestApprovalsOf(ctx, draftIds);
  if (draftIds.some((id) => approvals.get(id)?.workspaceId !== workspace.id)) {
    throw fault(say`Only posts of this workspace that were submitted for approval can be shared.`);
  }
  return draftIds;
}

function readDays(days: number): number {
  if (Number.isInteger(days) && days >= DAYS.min && days <= DAYS.max) return days;
  const message = say`Must be a whole number of days from ${DAYS.min} to ${DAYS.max}.`;
  throw new DomainError('validation_failed', { fields: [{ pointer: '/days', message }] });
}

/** A second vote for a member would bypass the four-eyes rule. */
async function refuseMember(ctx: Context, accountId: string, email: string): Promise<void> {
  if (await isMemberByEmail(ctx, accountId, email))
    throw new DomainError('already_exists', { message: say`${email} is a member and decides in the console.` });
}

interface Mailed {
  link: Pick<ClientLink, 'accountId' | 'email' | 'expiresAt'>;
  workspace: Workspace;
  name: string;
  language: Language | null;
  draftIds: readonly string[];
  url: string;
}

async function mailLink(
  ctx: Context,
  { link: { accountId, email, expiresAt }, workspace, name, language, draftIds, url }: Mailed,
): Promise<void> {
  const account = await ctx.em.findOneOrFail(Account, { id: accountId });
  const count = draftIds.length;
  const isOne = count === 1;
  const edited = await ctx.em.find(Draft, { id: { $in: [...draftIds] }, editsPublicationId: { $ne: null } });
  const edits = new Set(edited.map(({ id }) => id));
  const areEdits = edits.size === count;
  const newest = await latestApprovalsOf(ctx, draftIds);
  const approvals = draftIds.flatMap((id) => newest.get(id) ?? []);
  const { times, ...shown } = await showPosts(ctx, { workspace, approvals, edits });
  await queueMail(ctx, {
    accountId,
    to: { name: null, email, language },
    ...shown,
    subject: linkSubject(areEdits, name, account.name, count),
    paragraphs: [
      linkLead(areEdits, name, account.name, count),
      ...times,
      ...(edits.size > 0 && !areEdits ? [say`Some of them are edits of published posts.`] : []),
      say`Anyone with this link can see the posts, so do not forward it. To approve or request changes, you confirm with a code sent to this address.`,
      say`The link works until ${new LocalTime(expiresAt, workspace.timeZone)}. If you do not know what this is about, ignore this email.`,
    ],
    link: { label: isOne ? say`Review the post` : say`Review the posts`, url },
    because: say`You receive this because ${name} entered your email address at`,
  });
}

function linkSubject(areEdits: boolean, name: string, account: string, count: number): Sentence {
  if (areEdits)
    return count === 1
      ? say`${name} asks you to review an edit of a post by ${account}`
      : say`${name} asks you to review edits of ${count} posts by ${account}`;
  return count === 1 ? say`${name} asks you to review a post by ${account}` : say`${name} asks you to review ${count} posts by ${account}`;
}

function linkLead(areEdits: boolean, name: string, account: string, count: number): Sentence {
  if (areEdits)
    return count === 1
      ? say`${name} of ${account} asks you to review a new text for a published post before it replaces the old one.`
      : say`${name} of ${account} asks you to review new texts for ${count} published posts before they replace the old ones.`;
  return count === 1
    ? say`${name} of ${account} asks you to review a post before it is published.`
    : say`${name} of ${account} asks you to review ${count} posts before they are published.`;
}

/** Per account and hour. */
const MOST_BY_ACCOUNT = 60;
/** Per account, recipient and day. */
const MOST_TO_ADDRESS = 10;
/**
 * Per recipient and day, across all accounts: far above the limit of one account, so no account blocks an address for
 * others.
 */
const MOST_TO_ADDRESS_BY_ALL = 100;

/**
 * A client link is unsolicited mail in this service's name, so it is limited per account and per recipient. Throws
 * `rate_limited`.
 */
async function limitLinks(ctx: Context, accountId: string, email: string): Promise<void> {
  // Serialises concurrent counts.
  await lockUntilCommit(ctx.em, `client_links/${accountId}`);
  const now = ctx.clock.now().getTime();
  const [own] = await query(
    ctx.em,
    tables
      .selectFrom('client_links')
      .select([
        sql<number>`count(*) filter (where created_at > ${new Date(now - HOUR_MS)})::int`.as('hour'),
        sql<number>`count(*) filter (where email = ${email})::int`.as('address'),
      ])
      .where('account_id', '=', accountId)
      .where('created_at', '>', new Date(now - DAY_MS)),
  );
  if ((own?.hour ?? 0) >= MOST_BY_ACCOUNT) throw rateLimited(say`An account can share at most ${MOST_BY_ACCOUNT} times an hour.`, HOUR_MS);
  if ((own?.address ?? 0) >= MOST_TO_ADDRESS)
    throw rateLimited(say`An account can send at most ${MOST_TO_ADDRESS} links a day to one address.`, DAY_MS);
  // With the owner role, outside this transaction: links from other accounts to the address count too.
  const [all] = await query(
    forkAsOwner(ctx.orm),
    tables
      .selectFrom('client_links')
      .select(COUNT)
      .where('email', '=', email)
      .where('created_at', '>', new Date(now - DAY_MS)),
  );
  if ((all?.count ?? 0) >= MOST_TO_ADDRESS_BY_ALL) throw rateLimited(say`Nothing else can be sent to this address today.`, DAY_MS);
}

/**
 * Revokes a link with immediate effect: it opens nothing, and its approval of pending content no longer
 * counts. Idempotent. Needs a transaction. Refuses: not_found, insufficient_role.
 */
export async function revokeClientLink(ctx: Context, linkId: string): Promise<ClientLink> {
  assertTransaction(ctx);
  const found = await ctx.em.findOne(ClientLink, { id: linkId });
  if (!found) throw new DomainError('not_found');
  await requireWorkspaceOrArchived(ctx, found.workspaceId, 'manage');
  const { userId } = requirePerson(ctx);
  const link = await ctx.em.findOneOrFail(ClientLink, { id: linkId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (link.revokedAt) return link;
  link.revokedAt = ctx.clock.now();
  link.revokedByUserId = userId;
  await ctx.em.flush();
  const { accountId, email, workspaceId } = link;
  await recordAudit(ctx, { accountId, action: 'client_link.revoked', subjectId: linkId, details: { email, workspaceId } });
  return link;
}
