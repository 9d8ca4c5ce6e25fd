import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import type { StoredSentence } from '../languages/stored-message.ts';
import { OUTCOME_KINDS } from '../platforms/platform.ts';
import type { Gate } from './gates/gate.ts';
import { Publication } from './publication.entity.ts';

/** One attempt at one publication. Written before the call, completed after it. */
export const Attempt = defineEntity({
  name: 'Attempt',
  tableName: 'attempts',
  uniques: [{ properties: ['publicationId', 'number'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    publicationId: () => p.manyToOne(Publication).mapToPk().name('publication_id').createForeignKeyConstraint(false),
    /** From 1. */
    number: p.integer(),
    startedAt: timestamp(),
    endedAt: timestamp().nullable(),
    /** Null while in progress, and forever if the worker died during it. */
    outcome: p.enum(OUTCOME_KINDS).nullable(),
    message: p.text().nullable(),
    /** The message with its parameters, for other languages; null in rows from before this was stored. */
    sentence: p.json<StoredSentence>().nullable(),
    /** All nine gates when the intent was written; null for attempts from before this was stored. */
    gates: p.json<Gate[]>().nullable(),
  },
});
export type Attempt = InferEntity<typeof Attempt>;
