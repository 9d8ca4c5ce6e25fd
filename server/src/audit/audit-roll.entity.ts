import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

/**
 * The chain of chains: where an account's chain had come to, one row each time that it grew. An
 * account's log that is cut, or gone, is missed here; this chain's own end is kept outside the database.
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
    /** Where that chain ended, and the hash of its last link. */
    accountSeq: p.integer(),
    accountHash: p.text(),
    /** The hash of the row before; empty for the first. */
    prevHash: p.text(),
    hash: p.text(),
  },
});
export type AuditRoll = InferEntity<typeof AuditRoll>;
