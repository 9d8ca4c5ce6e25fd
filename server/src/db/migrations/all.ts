import { FirstTables } from './0001-first-tables.ts';

/** Every migration in order. The name is what the migrations table remembers: it never changes. */
export const MIGRATIONS = [{ name: '0001-first-tables', class: FirstTables }];
