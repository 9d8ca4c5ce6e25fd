import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import { LANGUAGE_CODES } from '../languages/language.ts';

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
    isOperator: p.boolean().default(false),
    /** In which they read what no request of theirs asks for: mails, push messages, chats. Null: not chosen, so English. */
    language: p.enum(LANGUAGE_CODES).nullable(),
    createdAt: timestamp(),
  },
});
export type User = InferEntity<typeof User>;
