import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../db/columns.ts';

/** The one-time link of a first start; only its keyed hash is stored. */
export const SetupToken = defineEntity({
  name: 'SetupToken',
  tableName: 'setup_tokens',
  properties: {
    tokenHash: p.text().primary(),
    createdAt: timestamp(),
  },
});
export type SetupToken = InferEntity<typeof SetupToken>;
