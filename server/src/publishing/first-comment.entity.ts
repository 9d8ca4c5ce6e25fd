import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { User } from '../access/user.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import type { StoredSentence } from '../languages/stored-message.ts';
import type { Intent } from '../platforms/platform.ts';
import type { StateTable } from '../state-table.ts';
import { Publication } from './publication.entity.ts';

export const FIRST_COMMENT_STATES = ['waiting', 'sending', 'published', 'failed', 'unknown'] as const;
export type FirstCommentState = (typeof FIRST_COMMENT_STATES)[number];

/** `waiting`: for its post or a retry. `sending`: claimed by a worker. `unknown`: it may be published. */
export const FIRST_COMMENT_TRANSITIONS: StateTable<FirstCommentState> = {
  waiting: ['sending', 'failed', 'unknown'],
  sending: ['published', 'failed', 'waiting', 'unknown'],
  published: [],
  failed: ['waiting'],
  unknown: ['published', 'failed', 'waiting'],
};

/**
 * The first comment of a publication whose payload has one: sent once the post is published, with its own
 * outcome.
 */
export const FirstComment = defineEntity({
  name: 'FirstComment',
  tableName: 'first_comments',
  uniques: [{ properties: ['workspaceId', 'id', 'accountId'] }, { properties: ['publicationId'] }],
  indexes: [
    {
      name: 'first_comments_open_index',
      expression:
        "create index first_comments_open_index on first_comments (next_attempt_at) where state in ('waiting', 'sending', 'unknown')",
    },
  ],
  properties: {
    id: idColumn(),
    ...belonging(),
    publicationId: () => p.manyToOne(Publication).mapToPk().name('publication_id').createForeignKeyConstraint(false),
    state: p.enum(FIRST_COMMENT_STATES),
    /**
     * Written before anything is sent: the same intent yields the same comment, where the network supports
     * it.
     */
    intent: p.json<Intent>().nullable(),
    /** Fencing token: grows with every attempt; only its holder may write the outcome. */
    lease: p.integer().default(0),
    attempts: p.integer().default(0),
    firstAttemptAt: timestamp().nullable(),
    /** Set right before bytes leave: an attempt that ends without an outcome after this is `unknown`. */
    sentAt: timestamp().nullable(),
    /**
     * When it is next sent, given up by its worker, or looked up. Null before the first attempt and once it
     * has ended.
     */
    nextAttemptAt: timestamp().nullable(),
    /** The network's own id of the comment. */
    providerId: p.text().nullable(),
    providerUrl: p.text().nullable(),
    /** Why it is not published, or not known to be, in English. */
    message: p.text().nullable(),
    /** The message with its parameters, for other languages. */
    sentence: p.json<StoredSentence>().nullable(),
    /** Who settled an unknown outcome, or resent it. */
    decidedBy: () => p.manyToOne(User).mapToPk().name('decided_by').nullable(),
    createdAt: timestamp(),
    endedAt: timestamp().nullable(),
  },
});
export type FirstComment = InferEntity<typeof FirstComment>;

/** The intent with which it is sent; written before the first attempt. */
export const intentOf = ({ id, intent }: FirstComment) => {
  if (!intent) throw new Error(`${id} has no intent.`);
  return intent;
};
