import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../../access/account.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { idColumn, timestamp } from '../../db/columns.ts';

/** The model usage of one request, whether or not its captions were kept. Immutable. */
export const ModelCall = defineEntity({
  name: 'ModelCall',
  tableName: 'model_calls',
  indexes: [{ properties: ['workspaceId', 'createdAt'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    /** The provider's name of the model. */
    model: p.text(),
    inputTokens: p.integer().name('input_tokens'),
    outputTokens: p.integer().name('output_tokens'),
    /** Millionths of a US dollar; null if the operator has configured no prices. */
    costMicros: p.integer().name('cost_micros').nullable(),
    createdAt: timestamp(),
  },
});
export type ModelCall = InferEntity<typeof ModelCall>;
