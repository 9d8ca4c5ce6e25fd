import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';

/** The end of an account's chain, so truncating it is detected. It only advances, by a trigger. */
export const AuditHead = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_heads',
  properties: {
    /** Empty for the chain of the whole service. */
    accountId: p.text().primary(),
    /** The position of the last link. */
    seq: p.integer(),
    hash: p.text(),
    /** Covers all of the above, under a key that is not in the database. */
    mac: p.text(),
  },
});
export type AuditHead = InferEntity<typeof AuditHead>;

/** One link of an account's chain: it binds an entry to all entries that were linked before it. Append-only. */
export const AuditLink = defineEntity({
  name: 'AuditLink',
  tableName: 'audit_links',
  properties: {
    /** Empty for the chain of the whole service. */
    accountId: p.text().primary(),
    /**
     * The position in the chain, from 1 and without gaps; entries are linked in the order in which they
     * became visible.
     */
    seq: p.integer().primary(),
    entryId: p.text().unique(),
    entryMac: p.text(),
    /** The hash of the previous link; empty for the first. */
    prevHash: p.text(),
    hash: p.text(),
  },
});
export type AuditLink = InferEntity<typeof AuditLink>;

/**
 * The rollup chain: the end of an account's chain, one row each time that it grew. It detects a truncated or missing
 * log; its own end is kept outside the database.
 */
export const AuditRoll = defineEntity({
  name: 'AuditRoll',
  tableName: 'audit_rolls',
  indexes: [{ properties: ['accountId', 'accountSeq'] }],
  properties: {
    /** The position in this chain, from 1 and without gaps. */
    seq: p.integer().primary().autoincrement(false),
    /** Empty for the chain of the whole service. */
    accountId: p.text(),
    /** The end of that chain, and the hash of its last link. */
    accountSeq: p.integer(),
    accountHash: p.text(),
    /** The hash of the previous row; empty for the first. */
    prevHash: p.text(),
    hash: p.text(),
  },
});
export type AuditRoll = InferEntity<typeof AuditRoll>;

/**
 * The start of a chain after older entries were dropped: the last dropped link. Everything before it was
 * removed intentionally, and everything after it is verified as before. A trigger lets it only advance, and
 * another prevents deleting anything after it.
 */
export const AuditCut = defineEntity({
  name: 'AuditCut',
  tableName: 'audit_cuts',
  properties: {
    /** Empty for the chain of the whole service, `rolls` for the rollup chain. */
    accountId: p.text().primary(),
    /** The last dropped link. */
    seq: p.integer(),
    hash: p.text(),
    /** The beginning of the kept part. */
    keptFrom: timestamp().name('kept_from'),
    /** Covers all of the above, under a key that is not in the database. */
    mac: p.text(),
  },
});
export type AuditCut = InferEntity<typeof AuditCut>;

/** An audit entry: who did what to which subject, and when. Append-only, enforced by a trigger. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  indexes: [
    { properties: ['accountId', 'id'] },
    { properties: ['accountId', 'action', 'id'] },
    { properties: ['accountId', 'actorId', 'id'] },
    { properties: ['subjectId'] },
  ],
  properties: {
    id: idColumn(),
    /** Null for the whole service. */
    accountId: p.text().nullable(),
    /** `agent`, `user`, `client`, `operator` or `system`. */
    actorKind: p.text(),
    /** Id of the grant, the user or the client's link; null for the operator's command line and the system. */
    actorId: p.text().nullable(),
    /** `<noun>.<verb in the past>`, for instance `approval.decided`. */
    action: p.text(),
    subjectId: p.text(),
    /** Facts of the change; never a secret. */
    details: p.json<Record<string, unknown>>(),
    createdAt: timestamp(),
    /** Covers all of the above, under a key that is not in the database: forged rows have no valid MAC. */
    mac: p.text(),
  },
});
export type AuditEntry = InferEntity<typeof AuditEntry>;
