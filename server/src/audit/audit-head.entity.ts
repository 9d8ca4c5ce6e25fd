import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

/** The end of an account's chain, so truncating it is detected. It only advances, by a trigger. */
export const AuditHead = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_heads',
  properties: {
    /** Empty for the chain of the whole service. */
    accountId: p.text().primary(),
    /** The last link's. */
    seq: p.integer(),
    hash: p.text(),
    /** Over all of the above, under a key that is not in the database. */
    mac: p.text(),
  },
});
export type AuditHead = InferEntity<typeof AuditHead>;
