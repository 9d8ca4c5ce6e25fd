import { Client } from 'pg';

/** A start that a later one may get past, such as one that found no database. */
export class StartLater extends Error {
  /** EX_TEMPFAIL of sysexits.h: whatever started the process may try again, and nothing has to be changed first. */
  readonly exitCode = 75;
}

const PING_EVERY_MS = 5_000;
const PING_PATIENCE_MS = 5_000;
const MOST_SILENT_PINGS = 2;

/**
 * The start, or a StartLater once the database has not answered two pings: a statement that hangs has no answer of its own,
 * and a process that waits for it without a timer would end without a sentence.
 */
export async function whileDatabaseAnswers<T>(databaseUrl: string | null, start: Promise<T>): Promise<T> {
  if (databaseUrl === null) return start;
  const silence = Promise.withResolvers<never>();
  let silent = 0;
  let isOver = false;
  let timer: NodeJS.Timeout;
  const ping = async (): Promise<void> => {
    silent = (await answers(databaseUrl)) ? 0 : silent + 1;
    if (isOver) return;
    if (silent < MOST_SILENT_PINGS) timer = setTimeout(ping, PING_EVERY_MS);
    else silence.reject(new StartLater(`The database at ${new URL(databaseUrl).host} does not answer. Check that it runs.`));
  };
  timer = setTimeout(ping, PING_EVERY_MS);
  try {
    return await Promise.race([start, silence.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** A refusal is an answer too, which the start itself reports. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: PING_PATIENCE_MS, query_timeout: PING_PATIENCE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return !/timeout/i.test(error instanceof Error ? error.message : '');
  } finally {
    void client.end().catch(() => undefined);
  }
}
