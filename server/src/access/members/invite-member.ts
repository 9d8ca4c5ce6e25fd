import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS, HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { COUNT, tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError, rateLimited } from '../../errors.ts';
import type { Language } from '../../languages/language.ts';
import { LocalTime, say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { Account } from '../account.entity.ts';
import { type Role, roleWord } from '../actor.ts';
import { requireRole } from '../authorise.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { readEmail, timeZoneOf } from '../people.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { mailedProof } from './accept-invitation.ts';
import { lockMembers } from './change-members.ts';
import { Invitation } from './invitation.entity.ts';
import { isMemberByEmail } from './member-queries.ts';

interface InviteMemberInput {
  accountId: string;
  email: string;
  role: Role;
  /** The language of the mail; the inviter's if left out. */
  language?: Language | null;
}

const LIFE_MS = 7 * DAY_MS;

/**
 * Creates a one-time link into the account for one address and one role. It is returned once, for the owner to send,
 * and mailed where mail is configured. Inviting the same address again ends the older link.
 */
export async function inviteMember(
  ctx: Context,
  input: InviteMemberInput,
): Promise<{ invitation: Invitation; link: string; isMailed: boolean }> {
  assertTransaction(ctx);
  await requireRole(ctx, input.accountId, 'manage');
  const { userId } = await requireRecentSignIn(ctx);
  const { accountId, role } = input;
  const email = readEmail(input.email);
  await refuseMember(ctx, accountId, email);
  await limitInvitations(ctx, accountId, email);
  const createdAt = ctx.clock.now();
  await ctx.em.nativeUpdate(Invitation, { accountId, email, acceptedAt: null, revokedAt: null }, { revokedAt: createdAt });
  const token = randomBytes(32).toString('base64url');
  const invitation = ctx.em.create(Invitation, {
    id: newId('inv'),
    accountId,
    email,
    role,
    tokenHash: ctx.sealer.hash('invitation', token),
    invitedByUserId: userId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + LIFE_MS),
  });
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'invitation.created', subjectId: invitation.id, details: { email, role } });
  const link = `${ctx.config.publicUrl}/invite#token=${token}`;
  const isMailed = await mailLink(ctx, invitation, `${link}.${mailedProof(ctx, token)}`, input.language);
  return { invitation, link, isMailed };
}

/** Returns whether the mail is queued: not if no mail is configured. */
async function mailLink(
  ctx: Context,
  { accountId, email, role, expiresAt }: Invitation,
  url: string,
  chosen: Language | null = null,
): Promise<boolean> {
  if (!ctx.config.mail || ctx.actor.kind !== 'user') return false;
  const { name: by, language = null } = ctx.actor;
  const account = await ctx.em.findOneOrFail(Account, { id: accountId });
  await queueMail(ctx, {
    accountId,
    to: { name: null, email, language: chosen ?? language },
    subject: say`${by} invites you to ${account.name}`,
    paragraphs: [
      say`${by} invites you as ${roleWord(role)} to ${account.name} on Countersign.`,
      say`The link works once, until ${new LocalTime(expiresAt, await timeZoneOf(ctx, { accountId }))}. If you do not know what this is about, ignore this email.`,
    ],
    link: { label: say`Accept the invitation`, url },
    because: say`You receive this because ${by} entered your email address at`,
    expiresAt,
  });
  return true;
}

async function refuseMember(ctx: Context, accountId: string, email: string): Promise<void> {
  if (await isMemberByEmail(ctx, accountId, email))
    throw new DomainError('already_exists', { message: say`${email} is a member already.` });
}

/** Per account and hour. */
const MOST_BY_ACCOUNT = 20;
/** Per recipient and day, across all senders. */
const MOST_TO_ADDRESS = 5;

/**
 * An invitation is unsolicited mail in this service's name, so it is limited per account and per recipient. Throws
 * `rate_limited`.
 */
async function limitInvitations(ctx: Context, accountId: string, email: string): Promise<void> {
  // Serialises concurrent counts.
  await lockMembers(ctx, accountId);
  const now = ctx.clock.now().getTime();
  const count = async (column: 'account_id' | 'email', value: string, since: number): Promise<number> => {
    // With the owner role, outside this transaction: invitations from other accounts to the address count too.
    const em = column === 'email' ? forkAsOwner(ctx.orm) : ctx.em;
    const invitations = tables.selectFrom('invitations').select(COUNT).where(column, '=', value);
    const [row] = await query(em, invitations.where('created_at', '>', new Date(since)));
    return row?.count ?? 0;
  };
  if ((await count('account_id', accountId, now - HOUR_MS)) >= MOST_BY_ACCOUNT) {
    throw rateLimited(say`An account can invite at most ${MOST_BY_ACCOUNT} people an hour.`, HOUR_MS);
  }
  if ((await count('email', email, now - DAY_MS)) >= MOST_TO_ADDRESS) {
    throw rateLimited(say`An address can be invited at most ${MOST_TO_ADDRESS} times a day.`, DAY_MS);
  }
}

/** Revokes an unused invitation link; idempotent. Returns the account's id. */
export async function revokeInvitation(ctx: Context, invitationId: string): Promise<string> {
  assertTransaction(ctx);
  const invitation = await ctx.em.findOne(Invitation, { id: invitationId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!invitation) throw new DomainError('not_found');
  const { accountId } = invitation;
  await requireRole(ctx, accountId, 'manage');
  if (invitation.acceptedAt)
    throw new DomainError('invalid_state', { message: say`The invitation was accepted; remove the member instead.` });
  if (invitation.revokedAt) return accountId;
  invitation.revokedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'invitation.revoked', subjectId: invitation.id });
  return accountId;
}
