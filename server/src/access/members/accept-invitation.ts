import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import type { Language } from '../../languages/language.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { Account } from '../account.entity.ts';
import { type Role, roleWord } from '../actor.ts';
import { type PersonActor, requireApprovedAccount } from '../authorise.ts';
import { endIntegrationsOf } from '../grants/change-grant.ts';
import { addNotice } from '../notices.ts';
import { hashPassword, namesAround, type PasswordHash } from '../passwords/password.ts';
import { PasswordReset } from '../passwords/password-reset.entity.ts';
import { readName } from '../people.ts';
import { removeSecondFactors } from '../second-factor/reset-second-factor.ts';
import { type Browser, endAllSessions, type StartedSession, startSession } from '../sessions/sessions.ts';
import { Membership, User } from '../user.entity.ts';
import { isLastOwner, lockMembers } from './change-members.ts';
import { Invitation } from './invitation.entity.ts';

/** What the holder of the link sees before accepting. */
interface InvitationFacts {
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

/** A suffix of the mailed link only, not of the one that the owner sees: it proves control of the address. */
export const mailedProof = ({ sealer }: Pick<Context, 'sealer'>, token: string): string =>
  sealer.hash('invitation-mail', token).slice(0, 32);

const isMailedToken = (ctx: Pick<Context, 'sealer'>, text: string): boolean => {
  const [token = '', proof] = text.split('.');
  return proof !== undefined && proof === mailedProof(ctx, token);
};

/** Whether another user claims the invited address without confirmation, while this link was mailed to it. */
const mayTakeAddress = (ctx: Pick<Context, 'sealer'>, token: string, holder: User): boolean =>
  !holder.emailConfirmedAt && isMailedToken(ctx, token);

/**
 * The row of a valid link; inside a transaction it is locked, so the link works once. It is worth no more than its sender: one
 * who is no longer an owner could return through it.
 */
async function openInvitation(ctx: Context, token: string): Promise<Invitation> {
  const tokenHash = ctx.sealer.hash('invitation', token.split('.')[0] ?? '');
  const found = await ctx.em.findOne(Invitation, { tokenHash });
  if (!found) throw new DomainError('invitation_invalid');
  const { accountId, invitedByUserId: userId } = found;
  // Members before invitations, in the order of inviting.
  const [held, lock] = ctx.em.isInTransaction() ? [LockMode.PESSIMISTIC_READ, LockMode.PESSIMISTIC_WRITE] : [LockMode.NONE, LockMode.NONE];
  const sender = await ctx.em.findOne(Membership, { userId, accountId, role: 'owner' }, { lockMode: held, refresh: true });
  const invitation = await ctx.em.findOneOrFail(Invitation, { tokenHash }, { lockMode: lock, refresh: true });
  const isOpen = sender && !invitation.acceptedAt && !invitation.revokedAt && invitation.expiresAt > ctx.clock.now();
  if (!isOpen) throw new DomainError('invitation_invalid');
  return invitation;
}

interface AcceptInvitationInput {
  token: string;
  /** For a new user; a signed-in person needs neither. */
  name?: string | undefined;
  passwordHash?: PasswordHash | undefined;
  language?: Language;
  browser: Browser;
}

interface Accepted {
  userId: string;
  email: string;
  accountId: string;
  /** The session of a new user; null for a person who was signed in already. */
  session: StartedSession | null;
}

/** Checks and hashes a new user's password before the transaction; undefined for a signed-in person. */
export async function hashInvitedPassword(
  ctx: Context,
  { token, name = '', password = '' }: { token: string; name?: string | undefined; password?: string | undefined },
): Promise<PasswordHash | undefined> {
  const { email, accountId } = await openInvitation(ctx, token);
  const holder = await ctx.em.findOne(User, { email });
  if (ctx.actor.kind === 'user' || (holder && !mayTakeAddress(ctx, token, holder))) return undefined;
  return hashPassword({
    password,
    pointer: '/password',
    about: [email, readName(name, '/name'), ...(await namesAround(ctx, [accountId]))],
  });
}

/**
 * Consumes an invitation: creates the person, or adds the membership to the person signed in with the invited
 * address. Concurrent calls: one succeeds.
 */
export async function acceptInvitation(ctx: Context, input: AcceptInvitationInput): Promise<Accepted> {
  assertTransaction(ctx);
  const invitation = await openInvitation(ctx, input.token);
  const { accountId, email, role } = invitation;
  await requireApprovedAccount(ctx, accountId);
  const { userId, name, session } = await findOrMakePerson(ctx, email, input);
  if (await ctx.em.count(Membership, { userId, accountId })) {
    throw new DomainError('already_exists', { message: say`You are a member of this account already.` });
  }
  const createdAt = ctx.clock.now();
  ctx.em.create(Membership, { userId, accountId, role, createdAt });
  invitation.acceptedAt = createdAt;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'invitation.accepted', subjectId: invitation.id, details: { userId, role } });
  await addNotice(ctx, { accountId, kind: 'member_joined', message: say`${name} (${email}) has joined as ${roleWord(role)}.` });
  return { userId, email, accountId, session };
}

type Person = Pick<Accepted, 'userId' | 'session'> & { name: string };

async function findOrMakePerson(ctx: Context, email: string, input: AcceptInvitationInput): Promise<Person> {
  const isProven = isMailedToken(ctx, input.token);
  const holder = await ctx.em.findOne(User, { email });
  if (ctx.actor.kind === 'user') return joinAsMyself(ctx, email, { actor: ctx.actor, holder, isProven });
  const isTakenOver = holder !== null && mayTakeAddress(ctx, input.token, holder);
  // The link does not authenticate an existing user: they must sign in.
  if (holder && !isTakenOver) throw new DomainError('unauthenticated', { message: say`Sign in as ${email}, then accept.` });
  const now = ctx.clock.now();
  const name = readName(input.name ?? '', '/name');
  const { passwordHash, language = null } = input;
  // The address belonged to someone else when the password was checked.
  if (passwordHash === undefined) throw new DomainError('unauthenticated', { message: say`Sign in as ${email}, then accept.` });
  const userId = holder?.id ?? newId('usr');
  if (holder) {
    // First, so a sign-in with the old password waits, and finds another.
    await ctx.em.nativeUpdate(User, { id: userId }, { name, passwordHash, language, ...mailed(now) });
    await revokeAccess(ctx, userId);
  } else {
    const proof = isProven ? mailed(now) : { emailConfirmedAt: null, emailProof: null };
    ctx.em.create(User, { id: userId, email, name, passwordHash, language, ...proof, createdAt: now });
    await ctx.em.flush().catch(refuseDuplicate);
  }
  return { userId, name, session: await startSession(ctx, userId, input.browser) };
}

const mailed = (now: Date) => ({ emailConfirmedAt: now, emailProof: 'invitation_mail' as const });

async function joinAsMyself(
  ctx: Context,
  email: string,
  { actor, holder, isProven }: { actor: PersonActor; holder: User | null; isProven: boolean },
): Promise<Person> {
  if (actor.email !== email) throw new DomainError('other_person', { message: say`The invitation is for ${email}.` });
  // The invitation is for the holder of the address, not for the first user who claimed it. Without mail no one can
  // prove theirs: they join, and their decisions count once the operator confirms the address.
  if (ctx.config.mail && !holder?.emailConfirmedAt && !isProven) throw new DomainError('email_unconfirmed');
  if (isProven) await ctx.em.nativeUpdate(User, { id: actor.userId, emailConfirmedAt: null }, mailed(ctx.clock.now()));
  return { userId: actor.userId, name: actor.name, session: null };
}

/** The address was unconfirmed and is now confirmed by another person: revokes all access that the first user set up. */
async function revokeAccess(ctx: Context, userId: string): Promise<void> {
  // Before the sessions: a sign-in with one of them has its session by then.
  await removeSecondFactors(ctx, userId);
  await endAllSessions(ctx, userId);
  await ctx.em.nativeDelete(PasswordReset, { userId });
  await endIntegrationsOf(ctx, { userId });
  for (const { accountId } of await ctx.em.find(Membership, { userId }, { orderBy: { accountId: 'asc' } })) {
    const members = await lockMembers(ctx, accountId);
    const own = members.find((member) => member.userId === userId);
    // An account keeps an owner: it is this address that was made one.
    if (!own || isLastOwner(members, own)) continue;
    await ctx.em.nativeDelete(Membership, { accountId, userId });
    await recordAudit(ctx, { accountId, action: 'member.removed', subjectId: userId, details: { role: own.role } });
  }
  await recordAudit(ctx, { accountId: null, action: 'email.taken_back', subjectId: userId });
}

/** Invited to two accounts at once: the second acceptance finds the user that the first one has just created. */
function refuseDuplicate(thrown: unknown): never {
  if (thrown instanceof UniqueConstraintViolationException)
    throw new DomainError('already_exists', { message: say`Accepted elsewhere just now. Sign in, then accept.` });
  throw thrown;
}
