import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { requirePerson } from '../authorise.ts';
import { hashPassword, namesAround, type PasswordHash } from '../passwords/password.ts';
import { PasswordReset } from '../passwords/password-reset.entity.ts';
import { mailPerson } from '../people.ts';
import { SignInStep } from '../second-factor/second-factor.entities.ts';
import { User } from '../user.entity.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';
import { Session } from './session.entity.ts';

/** In this order: most browsers also name those that they derive from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser's name for display: "Firefox (Windows)". Good enough to recognise one's own; nothing depends on it. */
export function deviceName(userAgent: string): LocalizedMessage {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} (${system})`;
  return browser ?? system ?? say`Unknown browser`;
}

const SESSION_LIFE_MS = 14 * DAY_MS;

/** The browser's data for the list of sessions. */
export interface Browser {
  userAgent: string;
  /** The address of the connection. */
  address: string | null;
}

export interface StartedSession {
  /** For the cookie only. */
  token: string;
  expiresAt: Date;
}

interface SessionStart extends Browser {
  /** An app's code, a recovery code or a passkey has just been used. */
  hasShownSecondFactor?: boolean;
}

/** Signs a browser in. The token is stored in its cookie, and here only as a keyed hash. */
export async function startSession(
  ctx: Context,
  userId: string,
  { userAgent, address, hasShownSecondFactor = false }: SessionStart,
): Promise<StartedSession> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFE_MS);
  await ctx.em.insert(Session, {
    id: newId('ses'),
    userId,
    tokenHash: ctx.sealer.hash('session', token),
    userAgent: userAgent.slice(0, 300),
    createdAt,
    expiresAt,
    address,
    lastSeenAt: createdAt,
    // Signing in counts as a recent sign-in.
    reauthenticatedAt: createdAt,
    secondFactorAt: hasShownSecondFactor ? createdAt : null,
  });
  return { token, expiresAt };
}

/** Signs one of the person's own browsers out, from the commit on in every process. */
export async function endSession(ctx: Context, sessionId: string): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  if ((await ctx.em.nativeDelete(Session, { id: sessionId, userId })) === 0) throw new DomainError('not_found');
  await forgetDevices(ctx, userId, { of: sessionId });
  await recordAudit(ctx, { accountId: null, action: 'session.ended', subjectId: userId, details: { sessionId } });
}

/** Signs out every browser of a person. Pending sign-ins first: one that completes meanwhile has a session then, which ends too. */
export async function endAllSessions(ctx: Context, userId: string): Promise<number> {
  assertTransaction(ctx);
  await ctx.em.nativeDelete(SignInStep, { userId });
  const ended = await ctx.em.nativeDelete(Session, { userId });
  await forgetDevices(ctx, userId);
  return ended;
}

/** Signs out every other browser of the person, including pending sign-ins. Returns how many there were. */
export async function endOtherSessions(ctx: Context): Promise<number> {
  assertTransaction(ctx);
  const { userId, sessionId } = await requireRecentSignIn(ctx);
  await ctx.em.nativeDelete(SignInStep, { userId });
  const ended = await ctx.em.nativeDelete(Session, { userId, id: { $ne: sessionId } });
  await forgetDevices(ctx, userId, { butOf: sessionId });
  await recordAudit(ctx, { accountId: null, action: 'session.others_ended', subjectId: userId, details: { ended } });
  return ended;
}

/** A session as its owner sees it: without its token's hash. */
export type SessionView = Omit<Session, 'tokenHash'>;

/** The person's own valid sessions, newest first. */
export async function listSessions(ctx: Context): Promise<SessionView[]> {
  const { userId } = requirePerson(ctx);
  return ctx.em.find(Session, { userId, expiresAt: { $gt: ctx.clock.now() } }, { orderBy: { id: 'desc' } });
}

/** Ends the actor's own session; no effect without one. */
export async function signOut(ctx: Context): Promise<void> {
  assertTransaction(ctx);
  if (ctx.actor.kind !== 'user') return;
  await ctx.em.nativeDelete(Session, { id: ctx.actor.sessionId });
  await recordAudit(ctx, { accountId: null, action: 'session.ended', subjectId: ctx.actor.userId });
}

/**
 * Removes push devices: all of a person's, those of one session, or those of all sessions but one. Otherwise
 * a browser would keep receiving notices after it was signed out. If all are removed, so are the person's
 * chats, which belong to no browser.
 */
export async function forgetDevices(ctx: Context, userId: string, { of, butOf }: { of?: string; butOf?: string } = {}): Promise<void> {
  await query(
    ctx.em,
    tables
      .deleteFrom('push_devices')
      .where('user_id', '=', userId)
      .$if(Boolean(of), (devices) => devices.where('session_id', '=', of ?? ''))
      .$if(!of && Boolean(butOf), (devices) => devices.where('session_id', '<>', butOf ?? '')),
  );
  if (!of && !butOf) await query(ctx.em, tables.deleteFrom('notice_chats').where('user_id', '=', userId));
}

/** Checks and hashes the signed-in person's new password; requires a recent sign-in. */
export async function hashNewPassword(ctx: Context, newPassword: string): Promise<PasswordHash> {
  const { email, name, roles } = await requireRecentSignIn(ctx);
  const about = [email, name, ...(await namesAround(ctx, [...roles.keys()]))];
  return hashPassword({ password: newPassword, pointer: '/newPassword', about });
}

/**
 * Sets a new password, signs out all other sessions, and ends links that would set another. reauthenticate() has checked the
 * old one.
 */
export async function changePassword(ctx: Context, passwordHash: PasswordHash): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  // With the owner role, since requests cannot touch these links; before anything is locked, since it waits on another connection.
  await forkAsOwner(ctx.orm).nativeDelete(PasswordReset, { userId });
  await ctx.em.nativeUpdate(User, { id: userId }, { passwordHash });
  await recordAudit(ctx, { accountId: null, action: 'password.changed', subjectId: userId });
  await mailPerson(ctx, userId, say`Your password was changed.`);
  await endOtherSessions(ctx);
}
