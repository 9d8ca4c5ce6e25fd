import { hash, type Options, verify } from '@node-rs/argon2';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { say } from '../../languages/sentence.ts';
import { createConcurrencyLimit } from '../../long-work/concurrency-limit.ts';
import { inThread } from '../../long-work/long-work.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const { minLength: MIN_LENGTH, maxLength: MAX_LENGTH } = FIELD_RULES.password;

/**
 * One hash at a time, so a flood of sign-ins leaves the other cores free. Strangers and known people have separate
 * queues and never wait for each other.
 */
const ONE_AT_A_TIME = { atOnce: 1, waitMs: 10_000, mostWaiting: 60 };
const LINES = { stranger: createConcurrencyLimit(ONE_AT_A_TIME), known: createConcurrencyLimit(ONE_AT_A_TIME) };

/** The queue: people who are signed in, or whose browser was used before, are known. */
export type PasswordLine = keyof typeof LINES;

export interface NewPassword {
  password: string;
  /** The field's pointer. */
  pointer: string;
  /** Words that it must not consist of: the person's address and name, and namesAround(). */
  about: readonly string[];
}

declare const isHashed: unique symbol;
/** The hash of a checked password. Checking and hashing may need to queue, so both are done before the transaction. */
export type PasswordHash = string & { readonly [isHashed]: true };

/**
 * Names that an attacker would try in this account's passwords: of the service's host, the accounts and their
 * workspaces.
 */
export async function namesAround(ctx: Context, accountIds: readonly string[]): Promise<string[]> {
  const { hostname } = new URL(ctx.config.publicUrl);
  if (accountIds.length === 0) return [hostname];
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', anyOf(accountIds))
      .union(tables.selectFrom('workspaces').select('name').where('account_id', '=', anyOf(accountIds)))
      .limit(100),
  );
  return [hostname, ...rows.map(({ name }) => name)];
}

/** argon2id in the PHC string format; refuses passwords that are too short or too easily guessed. */
export async function hashPassword({ password, pointer, about }: NewPassword): Promise<PasswordHash> {
  const isOfLength = password.length >= MIN_LENGTH && password.length <= MAX_LENGTH;
  const fault = isOfLength
    ? await inThread('weakness', { password, about })
    : say`The password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`;
  if (fault) throw new DomainError('validation_failed', { fields: [{ pointer, message: fault }] });
  return (await inLine('known', () => hash(password, OPTIONS))) as PasswordHash;
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is correct; takes as long for an unknown person. Must not be called inside a transaction,
 * which would wait in the queue too. Throws `service_busy`.
 */
export async function isPassword(password: string, passwordHash: string | null, line: PasswordLine): Promise<boolean> {
  decoy ??= hash('no one has this password', OPTIONS);
  const compared = passwordHash ?? (await decoy);
  const isRight = await inLine(line, () => verify(compared, password.slice(0, MAX_LENGTH)));
  return isRight && passwordHash !== null;
}

const inLine = <T>(line: PasswordLine, work: () => Promise<T>): Promise<T> => LINES[line].run('', work);
