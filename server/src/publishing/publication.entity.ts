import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Connection } from '../connections/connection.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import type { LocalizedMessage } from '../languages/sentence.ts';
import { type StoredMessage, type StoredSentence, toStoredMessage } from '../languages/stored-message.ts';
import { Payload } from '../payloads/payload.entity.ts';
import type { Intent } from '../platforms/platform.ts';
import type { StateTable } from '../state-table.ts';
import { PublishJob } from './publish-job.entity.ts';

export const PUBLICATION_STATES = ['pending', 'leased', 'sent', 'published', 'failed', 'unknown', 'cancelled'] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/**
 * `leased`: the intent is written, nothing was sent. `sent`: bytes may have been sent. From `sent` and `unknown`
 * there is no way back to `pending`, except if the platform reports that nothing arrived and its class guarantees
 * that the same intent yields the same post.
 */
export const PUBLICATION_TRANSITIONS: StateTable<PublicationState> = {
  pending: ['leased', 'failed', 'cancelled'],
  leased: ['pending', 'sent', 'failed'],
  sent: ['published', 'failed', 'unknown', 'pending'],
  unknown: ['published', 'failed', 'pending'],
  published: [],
  failed: [],
  cancelled: [],
};

/**
 * Why the network is asked before a planned post is sent: after a restore, it may have been published since
 * the backup.
 */
export interface CheckFirst {
  /** RFC 3339: the time of the backup. */
  backupAt: string;
  /** RFC 3339: the time of the restore, after which no other service sends it. */
  restoredAt: string;
  /**
   * The content has changed since, so an earlier version may be published, which the network cannot be asked
   * about.
   */
  isChanged?: true;
}

/** One payload of a job on its way to one connection. */
export const Publication = defineEntity({
  name: 'Publication',
  tableName: 'publications',
  uniques: [{ properties: ['workspaceId', 'id', 'accountId'] }],
  indexes: [
    { properties: ['jobId', 'payloadId'] },
    { properties: ['payloadId'] },
    {
      name: 'publications_one_current_unique',
      expression: 'create unique index publications_one_current_unique on publications (job_id, payload_id) where superseded_at is null',
    },
    {
      name: 'publications_in_flight_index',
      expression: "create index publications_in_flight_index on publications (leased_until) where state in ('leased', 'sent', 'unknown')",
    },
    {
      name: 'publications_waiting_index',
      expression: "create index publications_waiting_index on publications (job_id) where state = 'pending'",
    },
    {
      name: 'publications_verify_index',
      expression: 'create index publications_verify_index on publications (verify_at) where verify_at is not null',
    },
    {
      name: 'publications_metrics_index',
      expression: 'create index publications_metrics_index on publications (metrics_at) where metrics_at is not null',
    },
    {
      name: 'publications_check_first_index',
      expression: 'create index publications_check_first_index on publications (id) where check_first is not null',
    },
    {
      // For a post and its edits, which have the same id at the network.
      name: 'publications_provider_id_index',
      expression: 'create index publications_provider_id_index on publications (provider_id) where provider_id is not null',
    },
    {
      name: 'publications_platform_index',
      expression:
        'create index publications_platform_index on publications (workspace_id, platform, state, job_id) where superseded_at is null',
    },
  ],
  checks: [{ name: 'publications_credits_check', expression: 'credits >= 0' }],
  properties: {
    id: idColumn(),
    ...belonging(),
    jobId: () => p.manyToOne(PublishJob).mapToPk().name('job_id').createForeignKeyConstraint(false),
    payloadId: () => p.manyToOne(Payload).mapToPk().name('payload_id'),
    connectionId: () => p.manyToOne(Connection).mapToPk().name('connection_id').nullable(),
    platform: p.text(),
    /** Its cost: one plus the platform's surcharge at the time of the submission, or 0 where posts are free; later changes do not apply. */
    credits: p.integer().default(1),
    state: p.enum(PUBLICATION_STATES),
    /** Written before anything is sent, never changed: the same intent yields the same post. */
    intent: p.json<Intent>().nullable(),
    /** Fencing token: grows with every lease; only its holder may write the outcome. */
    lease: p.integer().default(0),
    leasedUntil: timestamp().nullable(),
    attempts: p.integer().default(0),
    /** Not before this moment, after a rate limit or a passing fault. */
    nextAttemptAt: timestamp().nullable(),
    /** The platform's own id of the post, for example an AT-URI. */
    providerId: p.text().nullable(),
    /** The public address of the post. */
    providerUrl: p.text().nullable(),
    failureCode: p.text().nullable(),
    failureMessage: p.text().nullable(),
    /** The message with its parameters, for other languages; null in rows from before this was stored. */
    failureSentence: p.json<StoredSentence>().nullable(),
    createdAt: timestamp(),
    /** When a newer revision's publications replaced it; then it is `cancelled`. */
    supersededAt: timestamp().nullable(),
    publishedAt: timestamp().nullable(),
    /** When the published post is read back next; null before publication, and after the last time. */
    verifyAt: timestamp().nullable(),
    /**
     * When its metrics are read next; null before publication, after the last time, and if its network
     * reports none.
     */
    metricsAt: timestamp().nullable(),
    /**
     * Set if a planned post may have been published after the restored backup; it is not sent until this is
     * cleared.
     */
    checkFirst: p.json<CheckFirst>().columnType('jsonb').nullable(),
    /** Why the newest reading of its metrics failed; null if it did not. */
    metricsFailure: p.json<StoredMessage>().columnType('jsonb').nullable(),
  },
});
export type Publication = InferEntity<typeof Publication>;

/** The row's columns for why a publication has not succeeded. */
export function asFailure(words: LocalizedMessage): Pick<Publication, 'failureMessage' | 'failureSentence'> {
  const { message, sentence } = toStoredMessage(words);
  return { failureMessage: message, failureSentence: sentence };
}
