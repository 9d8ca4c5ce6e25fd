import { p } from '@mikro-orm/postgresql';

/** A prefixed UUIDv7 as the primary key. */
export const idColumn = () => p.text().primary();

/**
 * The row's owner, the same as its parent's: a foreign key of three columns references the parent's own, so the
 * row-level security policy needs no join.
 */
export const belonging = () => ({ accountId: p.text(), workspaceId: p.text() });

/** Milliseconds, like JavaScript's: values read are equal to those written. */
export const timestamp = () => p.datetime().columnType('timestamptz(3)');
