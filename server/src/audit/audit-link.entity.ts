import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

/** One link of an account's chain: it binds an entry to all entries that were linked before it. Append-only. */
export const AuditLink = defineEntity({
  name: 'AuditLink',
  tableName: 'audit_links',
  properties: {
    /** Empty for the chain of the whole service. */
    accountId: p.text().primary(),
    /** The place in the chain, from 1 and without gaps; entries are linked in the order in which they became visible. */
    seq: p.integer().primary(),
    entryId: p.text().unique(),
    entryMac: p.text(),
    /** The hash of the link before; empty for the first. */
    prevHash: p.text(),
    hash: p.text(),
  },
});
export type AuditLink = InferEntity<typeof AuditLink>;
