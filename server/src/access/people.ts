import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import type { Language } from '../languages/language.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { type Translate, translateTo } from '../languages/translate.ts';
import { requireOperator, requirePerson } from './authorise.ts';
import { queueMail } from './mail/queue-mail.ts';
import { WebauthnChallenge } from './passkeys/passkey.entities.ts';
import { PasswordReset } from './passwords/password-reset.entity.ts';
import { SignInStep } from './second-factor/second-factor.entities.ts';
import { Session } from './sessions/session.entity.ts';
import { User } from './user.entity.ts';

const LONGEST_NAME = FIELD_RULES.workspace.name.maxLength;

/** Validates the name of a person, an account or a workspace. */
export function readName(value: string, pointer: string): string {
  const name = value.trim();
  if (name.length === 0 || name.length > LONGEST_NAME) {
    throw new DomainError('validation_failed', { fields: [{ pointer, message: say`Must have 1 to ${LONGEST_NAME} characters.` }] });
  }
  return name;
}

/** The name and the address of an erased person, in what is kept. */
export const ERASED_NAME = 'Erased person';
const ERASED_HOST = '@erased.invalid';
export const erasedAddress = (id: string): string => `erased-${id}${ERASED_HOST}`;
export const isErasedAddress = (email: string): boolean => email.endsWith(ERASED_HOST);

/** Deliberately shallow: only a message that arrives proves an address. In lower case. */
export function readEmail(value: string): string {
  const email = value.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new DomainError('validation_failed', { fields: [{ pointer: '/email', message: say`Must be an email address.` }] });
  }
  return email;
}

/** The person who signs in with an address, for an operator's commands. Throws `not_found`. */
export async function personByEmail(ctx: Context, address: string): Promise<User> {
  const email = readEmail(address);
  const user = await ctx.em.findOne(User, { email });
  if (!user) throw new DomainError('not_found', { message: `No person has the email address ${email}.` });
  return user;
}

/** Sets the language of messages to the person; mails that are queued already keep theirs. */
export async function chooseLanguage(ctx: Context, language: Language): Promise<void> {
  assertTransaction(ctx);
  await ctx.em.nativeUpdate(User, { id: requirePerson(ctx).userId }, { language });
}

/** The time zone of the oldest workspace of an account, or of a person's accounts; archived ones last. UTC where there is none. */
export async function timeZoneOf(ctx: Context, of: { accountId: string } | { userId: string }): Promise<string> {
  const workspaces = tables
    .selectFrom('workspaces as w')
    .select('w.time_zone')
    .orderBy(sql`w.archived_at nulls first`)
    .orderBy('w.id')
    .limit(1);
  const [found] = await query(
    ctx.em,
    'accountId' in of
      ? workspaces.where('w.account_id', '=', of.accountId)
      : workspaces.where('w.account_id', 'in', ({ selectFrom }) =>
          selectFrom('memberships').select('account_id').where('user_id', '=', of.userId),
        ),
  );
  return found?.time_zone ?? 'UTC';
}

/** Translates into this person's language. */
export async function translatorOf(em: EntityManager, userId: string): Promise<Translate> {
  const { language } = await em.findOneOrFail(User, { id: userId });
  return translateTo(language ?? 'en');
}

/** Mails a person that their ways to sign in have changed, so an intruder cannot hide it. */
export async function mailPerson(ctx: Context, userId: string, sentence: Sentence): Promise<void> {
  if (!ctx.config.mail) return;
  const { name, email, language = null } = await ctx.em.findOneOrFail(User, { id: userId });
  await queueMail(ctx, {
    accountId: null,
    to: { name, email, language },
    subject: say`Your sign-in to Countersign has changed`,
    paragraphs: [sentence, say`If this was not you, change your password now and sign out everywhere else.`],
    link: { label: say`Open the security settings`, url: `${ctx.config.publicUrl}/settings/security` },
  });
}

export interface PurgedPeople {
  sessions: number;
  resets: number;
  steps: number;
  challenges: number;
}

/** For the reconciler: deletes expired rows. */
export async function purgePeople(em: EntityManager, now: Date): Promise<PurgedPeople> {
  const ended = { expiresAt: { $lte: now } };
  return {
    sessions: await em.nativeDelete(Session, ended),
    resets: await em.nativeDelete(PasswordReset, ended),
    steps: await em.nativeDelete(SignInStep, ended),
    challenges: await em.nativeDelete(WebauthnChallenge, ended),
  };
}

/** An operator confirms that the address belongs to this person: the only way if no mail is configured. */
export async function confirmEmail(ctx: Context, address: string): Promise<{ userId: string }> {
  assertTransaction(ctx);
  requireOperator(ctx);
  const user = await personByEmail(ctx, address);
  if (!user.emailConfirmedAt) {
    await ctx.em.nativeUpdate(User, { id: user.id }, { emailConfirmedAt: ctx.clock.now(), emailProof: 'operator' });
    await recordAudit(ctx, { accountId: null, action: 'email.confirmed', subjectId: user.id, details: { by: 'operator' } });
  }
  return { userId: user.id };
}
