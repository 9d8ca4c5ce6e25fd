import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context, Role } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { newId } from '../../new-id.ts';
import { requireRole } from '../authorise.ts';
import { readEmail } from '../read-person.ts';
import { requireFresh } from '../require-fresh.ts';
import { Invitation } from './invitation.entity.ts';

export interface InviteMemberInput {
  accountId: string;
  email: string;
  role: Role;
}

const LIFE_MS = 7 * 86_400_000;

/**
 * A one-time link into the account for one address and one role; an owner sends it. It is in this
 * answer and never again. Inviting the same address again ends the older link.
 */
export async function inviteMember(ctx: Context, input: InviteMemberInput): Promise<{ invitation: Invitation; link: string }> {
  assertTransaction(ctx);
  await requireRole(ctx, input.accountId, 'manage');
  const { userId } = await requireFresh(ctx);
  const { accountId, role } = input;
  const email = readEmail(input.email, '/email');
  await refuseMember(ctx, accountId, email);
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
  return { invitation, link: `${ctx.config.publicUrl}/invite#token=${token}` };
}

async function refuseMember(ctx: Context, accountId: string, email: string): Promise<void> {
  const found = await ctx.em.execute<unknown[]>(
    'select 1 from memberships m join users u on u.id = m.user_id where m.account_id = ? and u.email = ?',
    [accountId, email],
  );
  if (found.length > 0) throw new DomainError('already_exists', { message: `${email} is a member already.` });
}
