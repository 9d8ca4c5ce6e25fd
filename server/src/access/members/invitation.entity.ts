import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { Account } from '../account.entity.ts';
import { ROLES, User } from '../user.entity.ts';

/** A one-time link into an account, for one email address and one role. Only the token's keyed hash is stored. */
export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  uniques: [{ properties: ['tokenHash'] }],
  indexes: [
    { properties: ['accountId', 'id'] },
    { properties: ['email'] },
    {
      name: 'invitations_one_open_unique',
      expression:
        'create unique index invitations_one_open_unique on invitations (account_id, email) where accepted_at is null and revoked_at is null',
    },
  ],
  checks: [{ name: 'invitations_email_lower_check', expression: 'email = lower(email)' }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    /** Always lower case. */
    email: p.text(),
    role: p.enum(ROLES),
    tokenHash: p.text(),
    invitedByUserId: () => p.manyToOne(User).mapToPk().name('invited_by_user_id'),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    acceptedAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
  },
});
export type Invitation = InferEntity<typeof Invitation>;
