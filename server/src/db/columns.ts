import { p } from '@mikro-orm/postgresql';

/** A prefixed UUIDv7 as the primary key. */
export const idColumn = () => p.text().primary();

/**
 * Whose the row is, as its parent says: a foreign key of the three columns leads to the parent's own, so that the wall of
 * the row asks nobody else.
 */
export const belonging = () => ({ accountId: p.text(), workspaceId: p.text() });

/** Milliseconds, as JavaScript has them: what is written is what is read. */
export const timestamp = () => p.datetime().columnType('timestamptz(3)');
