import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { belonging, idColumn, timestamp } from '../../db/columns.ts';
import { ClientLink } from './client-link.entity.ts';

/**
 * The code last mailed for a link. It works once, for minutes, with a limited number of attempts; a new one replaces
 * it.
 */
export const ClientCode = defineEntity({
  name: 'ClientCode',
  tableName: 'client_codes',
  properties: {
    linkId: () => p.oneToOne(ClientLink).mapToPk().name('link_id').primary().unique(false).createForeignKeyConstraint(false),
    ...belonging(),
    codeHash: p.text(),
    tries: p.integer().default(0),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
});
export type ClientCode = InferEntity<typeof ClientCode>;

/** A browser in which a link's code was entered: it may decide on what that link shows, and nothing else. */
export const ClientSession = defineEntity({
  name: 'ClientSession',
  tableName: 'client_sessions',
  uniques: [{ properties: ['tokenHash'] }],
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    id: idColumn(),
    linkId: () => p.manyToOne(ClientLink).mapToPk().name('link_id').createForeignKeyConstraint(false),
    ...belonging(),
    tokenHash: p.text(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
});
export type ClientSession = InferEntity<typeof ClientSession>;
