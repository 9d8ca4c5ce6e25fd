import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Connection } from '../connections/connection.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';
import type { JsonObject, Post, Preview, Violation } from '../platforms/platform.ts';

/** The exact content a platform will get for one connection: frozen, validated, hashed. Never changed. */
export const Payload = defineEntity({
  name: 'Payload',
  tableName: 'payloads',
  indexes: [
    { properties: ['connectionId', 'textHash'] },
    { properties: ['accountId', 'textHash'] },
    { properties: ['accountId', 'seenHash'] },
  ],
  uniques: [{ properties: ['draftId', 'contentHash', 'position'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id').createForeignKeyConstraint(false),
    /** The hash of the whole set this belongs to; the draft's current one has the draft's hash. */
    contentHash: p.text(),
    /** Order within the set, from 0. */
    position: p.integer(),
    platform: p.text(),
    /** Null while the workspace has no connected account on the platform. */
    connectionId: () => p.manyToOne(Connection).mapToPk().name('connection_id').nullable(),
    body: p.json<JsonObject>(),
    /** SHA-256 of the canonical JSON (RFC 8785) of `body`, in hex. */
    payloadHash: p.text(),
    /** SHA-256 of the words alone, spelling of spaces and case aside: finds the same text sent again. */
    textHash: p.text(),
    /** The same of the words as a reader sees them, by which what a person has said no to is known again; null in rows from before this was kept. */
    seenHash: p.text().nullable(),
    /** What `body` was built from, to hold it against rules that change later; null in rows from before this was kept. */
    post: p.json<Post>().nullable(),
    /** Identifies the rules that produced `violations`. */
    rulesHash: p.text().nullable(),
    violations: p.json<Violation[]>(),
    preview: p.json<Preview>(),
    createdAt: timestamp(),
  },
});
export type Payload = InferEntity<typeof Payload>;
