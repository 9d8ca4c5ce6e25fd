import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { Account } from '../account.entity.ts';
import type { Role } from '../actor.ts';
import { User } from '../user.entity.ts';
import { Invitation } from './invitation.entity.ts';

/** What the holder of the link sees before accepting. */
export interface InvitationFacts {
  email: string;
  role: Role;
  accountName: string;
  invitedBy: string;
  expiresAt: Date;
  /** Whether a user with this address exists, who must sign in instead of choosing a password. */
  isKnownPerson: boolean;
}

/** The invitation behind a link. Throws `invitation_invalid`. */
export async function findInvitation(ctx: Context, token: string): Promise<InvitationFacts> {
  const invitation = await openInvitation(ctx, token);
  const { email, role, expiresAt } = invitation;
  const account = await ctx.em.findOneOrFail(Account, { id: invitation.accountId });
  const inviter = await ctx.em.findOneOrFail(User, { id: invitation.invitedByUserId });
  const known = await ctx.em.findOne(User, { email });
  const isKnownPerson = known !== null && !mayTakeAddress(ctx, token, known);
  return { email, role, expiresAt, accountName: account.name, invitedBy: inviter.name, isKnownPerson };
}

/** A suffix that only the mailed link carries, not the one that the owner sees: it proves control of the address. */
export const mailedProof = ({ sealer }: Pick<Context, 'sealer'>, token: string): string =>
  sealer.hash('invitation-mail', token).slice(0, 32);

export const isMailedToken = (ctx: Pick<Context, 'sealer'>, text: string): boolean => {
  const [token = '', proof] = text.split('.');
  return proof !== undefined && proof === mailedProof(ctx, token);
};

/** Whether another user claims the invited address without confirmation, while this link was mailed to it. */
export const mayTakeAddress = (ctx: Pick<Context, 'sealer'>, token: string, holder: User): boolean =>
  !holder.emailConfirmedAt && isMailedToken(ctx, token);

/** The row of a valid link; inside a transaction it is locked, so the link works once. */
export async function openInvitation(ctx: Context, token: string): Promise<Invitation> {
  const lock = ctx.em.isInTransaction() ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {};
  const tokenHash = ctx.sealer.hash('invitation', token.split('.')[0] ?? '');
  const invitation = await ctx.em.findOne(Invitation, { tokenHash }, { ...lock, refresh: true });
  const isOpen = invitation && !invitation.acceptedAt && !invitation.revokedAt && invitation.expiresAt > ctx.clock.now();
  if (!isOpen) throw new DomainError('invitation_invalid');
  return invitation;
}
