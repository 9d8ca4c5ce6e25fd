import { LockMode } from '@mikro-orm/postgresql';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { TotpSecret } from './second-factor.entities.ts';

/** RFC 6238 with the parameters of all authenticator apps. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks differ: the previous and the next step are accepted too. */
const WINDOW = 1;

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of the QR code for authenticator apps. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...SETTINGS, issuer: 'Countersign', label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of the code; null if it matches none of the current ones. */
function matchTotpStep(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...SETTINGS, secret: Secret.fromBase32(secret), token, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp }) + delta;
}

/** The encryption context of a person's secret. */
export const totpPlace = (userId: string): string => `totp_secrets/${userId}/sealed_secret`;

/**
 * Accepts a code of the person's app if it is right and its time step is later than that of the last accepted code,
 * so an observed code cannot be replayed.
 */
export async function useTotpCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const shared = await lockTotp(ctx, userId);
  return shared?.confirmedAt ? takeStep(ctx, shared, code) : false;
}

/** The person's row, locked: a code sent twice at once is accepted once. */
export async function lockTotp(ctx: Context, userId: string): Promise<TotpSecret | null> {
  assertTransaction(ctx);
  return ctx.em.findOne(TotpSecret, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** Whether the code is right; if so, its time step is consumed. */
export async function takeStep(ctx: Context, shared: TotpSecret, code: string): Promise<boolean> {
  const secret = ctx.sealer.open(shared.sealedSecret, totpPlace(shared.userId));
  const step = matchTotpStep(secret, code, ctx.clock.now());
  if (step === null || (typeof shared.lastStep === 'number' && step <= shared.lastStep)) return false;
  shared.lastStep = step;
  await ctx.em.flush();
  return true;
}
