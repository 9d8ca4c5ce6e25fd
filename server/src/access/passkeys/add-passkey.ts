import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { requirePerson } from '../authorise.ts';
import { mailPerson } from '../mail-person.ts';
import { requireEnrolment } from '../second-factor/require-enrolment.ts';
import { Session } from '../sessions/session.entity.ts';
import type { NewPasskey } from './check-new-passkey.ts';
import { fingerprintOf } from './fingerprint.ts';
import { Passkey } from './passkey.entity.ts';

const MOST = 20;
const { maxLength: LONGEST_NAME } = FIELD_RULES.passkey.name;

/** Stores a verified passkey. */
export async function addPasskey(ctx: Context, { name, passkey }: { name: string; passkey: NewPasskey }): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireEnrolment(ctx);
  if (await ctx.em.count(Passkey, { credentialId: passkey.credentialId })) throw registeredAlready();
  if ((await ctx.em.count(Passkey, { userId })) >= MOST) {
    throw new DomainError('invalid_state', { message: say`You have ${MOST} passkeys; remove one first.` });
  }
  const id = newId('psk');
  ctx.em.create(Passkey, { id, userId, ...passkey, name: readName(name), createdAt: ctx.clock.now() });
  // Row-level security hides other people's passkeys: the unique key detects a duplicate.
  await ctx.em.flush().catch((error: unknown) => {
    throw error instanceof UniqueConstraintViolationException ? registeredAlready() : error;
  });
  await recordAudit(ctx, {
    accountId: null,
    action: 'passkey.added',
    subjectId: userId,
    details: { passkeyId: id, fingerprint: fingerprintOf(passkey.publicKey) },
  });
  await mailPerson(ctx, userId, say`A passkey was added: it signs in without the password.`);
}

/**
 * Creating a passkey counts as using it in this session. With the owner role, since requests cannot change a session:
 * written after the transaction; if that fails, the passkey is requested once more.
 */
export async function notePasskeyShown(ctx: Context): Promise<void> {
  const { sessionId } = requirePerson(ctx);
  await forkAsOwner(ctx.orm).nativeUpdate(Session, { id: sessionId }, { secondFactorAt: ctx.clock.now() });
}

const registeredAlready = () => new DomainError('already_exists', { message: say`This passkey is registered already.` });

function readName(value: string): string {
  const name = value.trim();
  if (name.length === 0 || name.length > LONGEST_NAME) {
    const message = say`Must have 1 to ${LONGEST_NAME} characters.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/name', message }] });
  }
  return name;
}
