import { p } from '@mikro-orm/postgresql';

/** A prefixed UUIDv7 as the primary key. */
export const idColumn = () => p.text().primary();

/** Milliseconds, as JavaScript has them: what is written is what is read. */
export const timestamp = () => p.datetime().columnType('timestamptz(3)');
