import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { belonging, timestamp } from '../../db/columns.ts';
import { Approval } from '../approval.entity.ts';
import { ClientLink } from './client-link.entity.ts';

export const RECALL_STATES = ['waiting', 'sent', 'not_needed'] as const;

/** Asks a client to decide again on a new request: once per occasion, all of a link in one mail. */
export const ClientRecall = defineEntity({
  name: 'ClientRecall',
  tableName: 'client_recalls',
  primaryKeys: ['linkId', 'approvalId'],
  indexes: [
    { properties: ['linkId', 'endedAt'] },
    {
      name: 'client_recalls_waiting_index',
      expression: "create index client_recalls_waiting_index on client_recalls (due_at) where state = 'waiting'",
    },
  ],
  properties: {
    linkId: () => p.manyToOne(ClientLink).mapToPk().name('link_id').primary().createForeignKeyConstraint(false),
    ...belonging(),
    /** The approval on which they requested changes. */
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').primary().createForeignKeyConstraint(false),
    state: p.enum(RECALL_STATES),
    /** The earliest time of the mail, which collects further ones until then. */
    dueAt: timestamp(),
    endedAt: timestamp().nullable(),
  },
});
export type ClientRecall = InferEntity<typeof ClientRecall>;

/** A further token of a link, for a later mail: the first one is stored only as a hash, and cannot be mailed again. */
export const ClientLinkToken = defineEntity({
  name: 'ClientLinkToken',
  tableName: 'client_link_tokens',
  indexes: [{ properties: ['linkId'] }],
  properties: {
    tokenHash: p.text().primary(),
    linkId: () => p.manyToOne(ClientLink).mapToPk().name('link_id').createForeignKeyConstraint(false),
    ...belonging(),
    createdAt: timestamp(),
  },
});
export type ClientLinkToken = InferEntity<typeof ClientLinkToken>;
