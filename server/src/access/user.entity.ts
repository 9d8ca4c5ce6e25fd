import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import { LANGUAGE_CODES } from '../languages/language.ts';

/**
 * What showed that an address is the person's: the set-up of the service on its own machine, the operator's word, or a link
 * mailed to the address.
 */
export const EMAIL_PROOFS = ['set_up', 'operator', 'sign_up_mail', 'invitation_mail', 'reset_mail'] as const;
export type EmailProof = (typeof EMAIL_PROOFS)[number];

/** A person. The operator is a person with a flag, not a role of an account. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  uniques: [{ properties: ['email'] }],
  checks: [{ name: 'users_email_lower_check', expression: 'email = lower(email)' }],
  properties: {
    id: idColumn(),
    /** Always lower case. */
    email: p.text(),
    name: p.text(),
    /** argon2id, in the PHC string format. Read only where a password is checked; requests cannot. */
    passwordHash: p.text().lazy(),
    /** When it was shown that the address is this person's; null: they only say so. */
    emailConfirmedAt: timestamp().nullable(),
    /** How; null for an unconfirmed address, and for one confirmed before this was kept. */
    emailProof: p.enum(EMAIL_PROOFS).nullable(),
    isOperator: p.boolean().default(false),
    /** In which they read what no request of theirs asks for: mails, push messages, chats. Null: not chosen, so English. */
    language: p.enum(LANGUAGE_CODES).nullable(),
    createdAt: timestamp(),
  },
});
export type User = InferEntity<typeof User>;
