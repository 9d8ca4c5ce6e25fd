export interface DatabaseConfig {
  /** Null: the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** The same database without a pooler; null if `databaseUrl` is direct. */
  databaseDirectUrl: string | null;
  /** A standby for reading lists; null for none. */
  databaseReadUrl: string | null;
  /** Behind `databaseUrl` each transaction may have another connection. */
  isDatabasePooled: boolean;
}

/** A direct URL implies a pooler, so `DATABASE_POOLED` is not needed then. */
export function readDatabase(env: Record<string, string | undefined>): DatabaseConfig {
  const databaseUrl = readUrl('DATABASE_URL', env.DATABASE_URL);
  const databaseDirectUrl = readUrl('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL);
  if (databaseDirectUrl && !databaseUrl)
    throw new Error('DATABASE_DIRECT_URL is the way around a pooler: set DATABASE_URL to the pooler, or leave it out.');
  const databaseReadUrl = readUrl('DATABASE_READ_URL', env.DATABASE_READ_URL);
  if (databaseReadUrl && !databaseUrl)
    throw new Error('DATABASE_READ_URL is a standby of the database that DATABASE_URL names: set both, or neither.');
  const pooled = env.DATABASE_POOLED || (databaseDirectUrl ? 'on' : 'off');
  if (pooled !== 'on' && pooled !== 'off') throw new Error(`DATABASE_POOLED must be one of on, off, not "${pooled}".`);
  return { databaseUrl, databaseDirectUrl, databaseReadUrl, isDatabasePooled: pooled === 'on' };
}

function readUrl(name: string, value: string | undefined): string | null {
  if (!value) return null;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.parse(value))
    throw new Error(`${name} must be a URL that begins with postgres:// or postgresql://.`);
  return value;
}
