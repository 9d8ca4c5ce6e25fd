import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

/**
 * The rollup chain: the end of an account's chain, one row each time that it grew. It detects a truncated or missing
 * log; its own end is kept outside the database.
 */
export const AuditRoll = defineEntity({
  name: 'AuditRoll',
  tableName: 'audit_rolls',
  indexes: [{ properties: ['accountId', 'accountSeq'] }],
  properties: {
    /** The place in this chain, from 1 and without gaps. */
    seq: p.integer().primary().autoincrement(false),
    /** Empty for the chain of the whole service. */
    accountId: p.text(),
    /** The end of that chain, and the hash of its last link. */
    accountSeq: p.integer(),
    accountHash: p.text(),
    /** The hash of the row before; empty for the first. */
    prevHash: p.text(),
    hash: p.text(),
  },
});
export type AuditRoll = InferEntity<typeof AuditRoll>;
