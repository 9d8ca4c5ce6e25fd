import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import { LANGUAGE_CODES } from '../languages/language.ts';
import { Account } from './account.entity.ts';
import type { Role } from './actor.ts';

/** How an address was verified: by setting up the service on its machine, by the operator, or by a link mailed to it. */
const EMAIL_PROOFS = ['set_up', 'operator', 'sign_up_mail', 'invitation_mail', 'reset_mail'] as const;
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
    /** argon2id, in the PHC string format. Read only to check a password; requests cannot read it. */
    passwordHash: p.text().lazy(),
    /** When the address was verified; null if it is only claimed. */
    emailConfirmedAt: timestamp().nullable(),
    /**
     * The kind of verification; null for an unverified address, and for one verified before this was stored.
     */
    emailProof: p.enum(EMAIL_PROOFS).nullable(),
    isOperator: p.boolean().default(false),
    /** The language of mails, push messages and chats. Null: not chosen, so English. */
    language: p.enum(LANGUAGE_CODES).nullable(),
    createdAt: timestamp(),
  },
});
export type User = InferEntity<typeof User>;

export const ROLES = ['owner', 'approver', 'editor', 'viewer'] as const satisfies readonly Role[];

/** A person's role in an account. */
export const Membership = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  primaryKeys: ['userId', 'accountId'],
  indexes: [{ properties: ['accountId'] }],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().name('user_id').primary(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id').primary(),
    role: p.enum(ROLES),
    createdAt: timestamp(),
  },
});
export type Membership = InferEntity<typeof Membership>;
