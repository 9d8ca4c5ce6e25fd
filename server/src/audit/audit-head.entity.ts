import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

/** Where an account's chain ends, so that cutting its last links off shows. A trigger lets it only go forward. */
export const AuditHead = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_heads',
  properties: {
    /** Empty for the chain of the whole service. */
    accountId: p.text().primary(),
    /** The last link's. */
    seq: p.integer(),
    hash: p.text(),
    /** Over all of the above, under a key that the database does not hold. */
    mac: p.text(),
  },
});
export type AuditHead = InferEntity<typeof AuditHead>;
