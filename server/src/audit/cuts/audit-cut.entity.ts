import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

/**
 * Where a chain begins since the operator keeps the log for so many months only: the last link that was dropped. What is behind it is gone
 * on purpose, and everything after it is checked as ever. A trigger lets it only go forward, and another lets nothing go that is not behind it.
 */
export const AuditCut = defineEntity({
  name: 'AuditCut',
  tableName: 'audit_cuts',
  properties: {
    /** Empty for the chain of the whole service, `rolls` for the chain of chains. */
    accountId: p.text().primary(),
    /** Of the last link that was dropped. */
    seq: p.integer(),
    hash: p.text(),
    /** What was written from then on is kept. */
    keptFrom: timestamp().name('kept_from'),
    /** Over all of the above, under a key that the database does not hold. */
    mac: p.text(),
  },
});
export type AuditCut = InferEntity<typeof AuditCut>;
