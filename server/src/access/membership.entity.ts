import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../db/columns.ts';
import { Account } from './account.entity.ts';
import type { Role } from './actor.ts';
import { User } from './user.entity.ts';

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
