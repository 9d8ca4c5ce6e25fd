import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say, utcMoment } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { Account } from '../account.entity.ts';
import type { Role } from '../actor.ts';
import { requireRole } from '../authorise.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { readEmail } from '../read-person.ts';
import { roleWord } from '../role-word.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { boundInvitations } from './bound-invitations.ts';
import { mailedProof } from './find-invitation.ts';
import { Invitation } from './invitation.entity.ts';
import { isMemberByEmail } from './member-queries.ts';

export interface InviteMemberInput {
  accountId: string;
  email: string;
  role: Role;
}

const LIFE_MS = 7 * 86_400_000;

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
  const email = readEmail(input.email, '/email');
  await refuseMember(ctx, accountId, email);
  await boundInvitations(ctx, accountId, email);
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
  const isMailed = await mailLink(ctx, invitation, `${link}.${mailedProof(ctx, token)}`);
  return { invitation, link, isMailed };
}

/** Returns whether the mail is queued: not if no mail is configured. */
async function mailLink(ctx: Context, { accountId, email, role, expiresAt }: Invitation, url: string): Promise<boolean> {
  if (!ctx.config.mail || ctx.actor.kind !== 'user') return false;
  // The recipient's language is unknown; use that of the inviter.
  const { name: by, language = null } = ctx.actor;
  const account = await ctx.em.findOneOrFail(Account, { id: accountId });
  await queueMail(ctx, {
    accountId,
    to: { name: null, email, language },
    subject: say`${by} invites you to ${account.name}`,
    paragraphs: [
      say`${by} invites you as ${roleWord(role)} to ${account.name} on Countersign.`,
      say`The link works once, until ${utcMoment(expiresAt)}. If you do not know what this is about, leave it.`,
    ],
    link: { label: say`Accept the invitation`, url },
    expiresAt,
  });
  return true;
}

async function refuseMember(ctx: Context, accountId: string, email: string): Promise<void> {
  if (await isMemberByEmail(ctx, accountId, email))
    throw new DomainError('already_exists', { message: say`${email} is a member already.` });
}
