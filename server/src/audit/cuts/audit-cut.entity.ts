import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

/**
 * Where a chain begins once older entries were dropped: the last dropped link. What precedes it was removed on
 * purpose, and everything after it is verified as before. A trigger lets it only advance, and another prevents
 * deleting anything after it.
 */
export const AuditCut = defineEntity({
  name: 'AuditCut',
  tableName: 'audit_cuts',
  properties: {
    /** Empty for the chain of the whole service, `rolls` for the chain of chains. */
    accountId: p.text().primary(),
    /** The last dropped link. */
    seq: p.integer(),
    hash: p.text(),
    /** The beginning of the kept part. */
    keptFrom: timestamp().name('kept_from'),
    /** Over all of the above, under a key that is not in the database. */
    mac: p.text(),
  },
});
export type AuditCut = InferEntity<typeof AuditCut>;
