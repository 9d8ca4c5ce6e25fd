import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import type { StoredSentence } from '../languages/stored-message.ts';
import type { StateTable } from '../state-table.ts';
import { Publication } from './publication.entity.ts';

export const RETRACTION_STATES = ['requested', 'signed', 'removed', 'refused', 'declined'] as const;
export type RetractionState = (typeof RETRACTION_STATES)[number];

/** `requested`: awaits a person. `signed`: the network is asked until it responds. */
export const RETRACTION_TRANSITIONS: StateTable<RetractionState> = {
  requested: ['signed', 'declined'],
  signed: ['removed', 'refused'],
  removed: [],
  refused: [],
  declined: [],
};

/** The removal of a published post from its network: requested, signed by a person, and carried out. */
export const Retraction = defineEntity({
  name: 'Retraction',
  tableName: 'retractions',
  uniques: [{ properties: ['workspaceId', 'id', 'accountId'] }],
  indexes: [
    { properties: ['publicationId', 'id'] },
    {
      name: 'retractions_one_open_unique',
      expression:
        "create unique index retractions_one_open_unique on retractions (publication_id) where state in ('requested', 'signed', 'removed')",
    },
    {
      name: 'retractions_due_index',
      expression: "create index retractions_due_index on retractions (next_attempt_at) where state = 'signed'",
    },
    {
      name: 'retractions_requested_index',
      expression: "create index retractions_requested_index on retractions (workspace_id) where state = 'requested'",
    },
  ],
  checks: [{ name: 'retractions_signed_check', expression: "state = 'requested' or decided_by is not null" }],
  properties: {
    id: idColumn(),
    ...belonging(),
    publicationId: () => p.manyToOne(Publication).mapToPk().name('publication_id').createForeignKeyConstraint(false),
    state: p.enum(RETRACTION_STATES),
    /** SHA-256 over the canonical JSON of the action, the post's id at the network and the hash of its payload. */
    contentHash: p.text(),
    /** The requester's reason, in their own words. */
    reason: p.text(),
    /** The agent that requested it; null for a person. */
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    /** Who signed or declined it; null before that. */
    decidedBy: () => p.manyToOne(User).mapToPk().name('decided_by').nullable(),
    decidedAt: timestamp().nullable(),
    attempts: p.integer().default(0),
    /** The post no longer exists at its network. Of a removal that did not end as `removed`, only its first comment or further posts of its thread may be left. */
    isPostGone: p.boolean().default(false),
    /** When the network is asked next; null unless it is signed. */
    nextAttemptAt: timestamp().nullable(),
    /** The network's response, in English, if it did not remove the post. */
    message: p.text().nullable(),
    /** The message with its parameters, for other languages. */
    sentence: p.json<StoredSentence>().nullable(),
    createdAt: timestamp(),
    endedAt: timestamp().nullable(),
  },
});
export type Retraction = InferEntity<typeof Retraction>;
