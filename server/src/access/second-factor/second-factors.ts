import { randomInt } from 'node:crypto';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import type { PersonActor } from '../authorise.ts';
import { Passkey } from '../passkeys/passkey.entities.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { RecoveryCode, TotpSecret } from './second-factor.entities.ts';

const HOW_MANY = 10;
/** Distinct consonants that form no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** 121 bits cannot be guessed offline, so a fast hash is enough (ASVS 6.5.2). */
const LENGTH = 28;
/** The length of codes from earlier versions, which stay valid. */
const OLD_LENGTH = 12;

/** Ten new codes, shown to their person once; the older ones stop working. */
export async function issueRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  assertTransaction(ctx);
  await ctx.em.nativeDelete(RecoveryCode, { userId });
  const codes = Array.from({ length: HOW_MANY }, newCode);
  const createdAt = ctx.clock.now();
  await ctx.em.insertMany(
    RecoveryCode,
    codes.map((code) => ({ codeHash: hashOf(ctx, userId, code), userId, createdAt })),
  );
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}

/**
 * Consumes a code; false if it is not one of the person's, or was used. One statement: of concurrent calls one
 * succeeds.
 */
export async function useRecoveryCode(ctx: Context, userId: string, text: string): Promise<boolean> {
  assertTransaction(ctx);
  const code = readCode(text);
  if (code === null) return false;
  const used = await ctx.em.nativeUpdate(
    RecoveryCode,
    { codeHash: hashOf(ctx, userId, code), userId, usedAt: null },
    { usedAt: ctx.clock.now() },
  );
  return used === 1;
}

const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

const hashOf = (ctx: Context, userId: string, code: string): string => ctx.sealer.hash('recovery-code', `${userId}/${code}`);

/** The typed code, without case and punctuation; null if it cannot be one. */
function readCode(text: string): string | null {
  const letters = text
    .slice(0, 64)
    .toUpperCase()
    .replaceAll(/[\p{P}\p{S}\p{Z}]/gu, '');
  return [LENGTH, OLD_LENGTH].includes(letters.length) && [...letters].every((letter) => LETTERS.includes(letter)) ? letters : null;
}

interface SecondFactor {
  /** When sign-in began to require a code; null if it does not. */
  totpSince: Date | null;
  recoveryCodesLeft: number;
}

/** A person's second factors. */
export async function readSecondFactor(ctx: Context, userId: string): Promise<SecondFactor> {
  const shared = await ctx.em.findOne(TotpSecret, { userId });
  const recoveryCodesLeft = await ctx.em.count(RecoveryCode, { userId, usedAt: null });
  return { totpSince: shared?.confirmedAt ?? null, recoveryCodesLeft };
}

/** Whether sign-in requires a code of the person. */
export async function hasTotp(ctx: Context, userId: string): Promise<boolean> {
  return (await ctx.em.count(TotpSecret, { userId, confirmedAt: { $ne: null } })) > 0;
}

/**
 * Requires a person who has just signed in, before a passkey or an app is added. Where a second factor is mandatory,
 * an existing one must have been used: otherwise the password alone would be enough to add another.
 */
export async function requireEnrolment(ctx: Context): Promise<PersonActor> {
  const actor = await requireRecentSignIn(ctx);
  if (!actor.lacksSecondFactor) return actor;
  if ((await hasTotp(ctx, actor.userId)) || (await ctx.em.count(Passkey, { userId: actor.userId })) > 0) {
    throw new DomainError('second_factor_required', { message: say`Show the second factor that you have, before you add another one.` });
  }
  return actor;
}
