import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { Account } from '../account.entity.ts';
import { User } from '../user.entity.ts';

/**
 * An external program with access granted by a customer. A program chooses its own name, so each one that a person
 * approves is a separate agent even under the same name; the operator's command line identifies agents by name.
 */
export const Agent = defineEntity({
  name: 'Agent',
  tableName: 'agents',
  indexes: [
    {
      name: 'agents_of_operator_unique',
      expression: 'create unique index agents_of_operator_unique on agents (account_id, name) where let_in_by_user_id is null',
    },
    { properties: ['accountId', 'id'] },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    name: p.text(),
    vendor: p.text().nullable(),
    homePage: p.text().nullable(),
    /** The person; null for the operator, or from before this was stored. */
    letInByUserId: () => p.manyToOne(User).mapToPk().name('let_in_by_user_id').deleteRule('restrict').nullable(),
    /** Their name as it was. */
    letInByName: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type Agent = InferEntity<typeof Agent>;
