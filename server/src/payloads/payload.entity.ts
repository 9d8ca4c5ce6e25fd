import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Connection } from '../connections/connection.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';
import type { JsonObject, Post, Preview, Violation } from '../platforms/platform.ts';

/** The exact content a platform gets for one connection: frozen, validated, hashed. Immutable. */
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
    /** The hash of the complete set that this belongs to; the draft's current set has the draft's hash. */
    contentHash: p.text(),
    /** Order within the set, from 0. */
    position: p.integer(),
    platform: p.text(),
    /** Null if the workspace has no connected account on the platform. */
    connectionId: () => p.manyToOne(Connection).mapToPk().name('connection_id').nullable(),
    body: p.json<JsonObject>(),
    /** SHA-256 of the canonical JSON (RFC 8785) of `body`, in hex. */
    payloadHash: p.text(),
    /** SHA-256 of the text alone, normalised in spaces and case: finds repeated texts. */
    textHash: p.text(),
    /** As above for the displayed text, which identifies rejected content; null in rows from before this was stored. */
    seenHash: p.text().nullable(),
    /** The source of `body`, for checks by later rules; null in rows from before this was stored. */
    post: p.json<Post>().nullable(),
    /** Identifies the rules that produced `violations`. */
    rulesHash: p.text().nullable(),
    violations: p.json<Violation[]>(),
    preview: p.json<Preview>(),
    createdAt: timestamp(),
  },
});
export type Payload = InferEntity<typeof Payload>;
