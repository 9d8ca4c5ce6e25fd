import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import { LANGUAGE_CODES } from '../languages/language.ts';
import type { StateTable } from '../state-table.ts';
import { Account } from './account.entity.ts';

export const SIGNUP_STATES = ['mailed', 'waiting', 'approved', 'refused', 'expired'] as const;
export type SignupState = (typeof SIGNUP_STATES)[number];

/** A sign-up has no permissions: its account and owner are created on approval. */
export const SIGNUP_TRANSITIONS: StateTable<SignupState> = {
  // An unused link is deleted.
  mailed: ['waiting'],
  waiting: ['approved', 'refused', 'expired'],
  approved: [],
  refused: [],
  expired: [],
};

/** A request for an account: first a link mailed to an address, then a request that the operator decides on. */
export const Signup = defineEntity({
  name: 'Signup',
  tableName: 'signups',
  uniques: [{ properties: ['tokenHash'] }],
  indexes: [
    { properties: ['email'] },
    { properties: ['state', 'id'] },
    {
      name: 'signups_one_waiting_unique',
      expression: `create unique index signups_one_waiting_unique on signups (email) where state = 'waiting'`,
    },
  ],
  checks: [
    { name: 'signups_email_lower_check', expression: 'email = lower(email)' },
    { name: 'signups_link_check', expression: `(state = 'mailed') = (token_hash is not null)` },
    { name: 'signups_password_check', expression: `(state = 'waiting') = (password_hash is not null)` },
    {
      name: 'signups_asked_check',
      expression: `state = 'mailed' or (asked_at is not null and name is not null and workspace_name is not null)`,
    },
    { name: 'signups_account_check', expression: `(state = 'approved') = (account_id is not null)` },
    { name: 'signups_ended_check', expression: `(state in ('approved', 'refused', 'expired')) = (ended_at is not null)` },
  ],
  properties: {
    id: idColumn(),
    /** Always lower case. */
    email: p.text(),
    state: p.enum(SIGNUP_STATES),
    /** The hash of the mailed link, which proves control of the address. Null once it was used. */
    tokenHash: p.text().nullable(),
    name: p.text().nullable(),
    workspaceName: p.text().nullable(),
    /** IANA name, validated; null for UTC. */
    timeZone: p.text().nullable(),
    /** The language of the request. */
    language: p.enum(LANGUAGE_CODES).nullable(),
    /** Stored only while the request is pending. */
    passwordHash: p.text().nullable(),
    createdAt: timestamp(),
    /** The expiry of the link, then that of the request. */
    expiresAt: timestamp(),
    askedAt: timestamp().nullable(),
    /** When operators were notified of it. */
    toldAt: timestamp().nullable(),
    endedAt: timestamp().nullable(),
    /** The created account. */
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id').nullable().deleteRule('no action'),
  },
});
export type Signup = InferEntity<typeof Signup>;
