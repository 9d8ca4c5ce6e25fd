import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { Account } from '../account.entity.ts';

/** An external program that a customer lets in, known by its name. */
export const Agent = defineEntity({
  name: 'Agent',
  tableName: 'agents',
  uniques: [{ properties: ['accountId', 'name'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    name: p.text(),
    vendor: p.text().nullable(),
    homePage: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type Agent = InferEntity<typeof Agent>;
