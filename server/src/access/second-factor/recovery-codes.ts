import { randomInt } from 'node:crypto';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { RecoveryCode } from './second-factor.entities.ts';

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
