import { Client } from 'pg';

/** A start that may succeed later, such as one without a database. */
export class StartLater extends Error {
  /** EX_TEMPFAIL of sysexits.h: a retry may succeed without any change. */
  readonly exitCode = 75;
}

const PING_EVERY_MS = 5_000;
const PING_PATIENCE_MS = 5_000;
const MOST_SILENT_PINGS = 2;

/**
 * The start, or a StartLater after two pings without a response: a hanging query returns nothing, and a process
 * without a timer would exit without a message.
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

/** A refusal is a response too, which the start itself reports. */
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
