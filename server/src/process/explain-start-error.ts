import { Client } from 'pg';
import type { Config } from '../config/config.ts';
import { isDatabaseUnavailable, isReadOnly } from '../db/database-faults.ts';
import { reasonOf } from '../log.ts';

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
    else silence.reject(new StartLater(`The database at ${new URL(databaseUrl).host} does not respond. Check that it is running.`));
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

/** Why a start failed, in a sentence that names the setting instead of a stack; a StartLater if a retry may help. */
export function explainStartError(
  error: unknown,
  config: Pick<Config, 'port' | 'host' | 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
): Error {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new Error(`Port ${config.port} is in use by another program. Set PORT to a free port.`);
  if (code === 'EACCES' && syscall === 'listen')
    return new Error(`This user is not allowed to listen on port ${config.port}. Set PORT to another port.`);
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && (error as { hostname?: string }).hostname === config.host)) {
    return new Error(`This machine has no address ${config.host} to listen on. Set HOST to one of its addresses.`);
  }
  if (config.databaseUrl && saysOf(error, 'unsupported startup parameter')) {
    return new Error(
      `The server at ${new URL(config.databaseUrl).host} is a connection pooler (${reasonOf(error)}). Set DATABASE_POOLED=on, and DATABASE_DIRECT_URL to the database itself.`,
    );
  }
  if (config.databaseUrl && isReadOnly(error))
    return new Error(`The database at ${new URL(config.databaseUrl).host} is read-only, like a standby. Set DATABASE_URL to the primary.`);
  if (config.databaseUrl && isDatabaseUnavailable(error)) {
    // Not the URL itself, which contains a password.
    const sentence = `The database at ${new URL(config.databaseUrl).host} cannot be reached (${reasonOf(error)}). Check DATABASE_URL${config.databaseDirectUrl ? ' and DATABASE_DIRECT_URL' : ''}.`;
    return isRefusedLogin(error) ? new Error(sentence) : new StartLater(sentence);
  }
  if (config.databaseUrl && isSaidByDatabase(error)) {
    return new Error(
      `The database at ${new URL(config.databaseUrl).host} rejected the start (${reasonOf(error)}). The user in DATABASE_URL must own the database.`,
    );
  }
  if (!config.databaseUrl && DISK_CODES.has(codeOf(error)))
    return new Error(
      `The service cannot store its files in ${config.dataDir} (${reasonOf(error)}). Free disk space there, or set DATA_DIR to another folder.`,
    );
  return error instanceof Error ? error : new Error(String(error));
}

/** 28: a wrong password or user. 3D: no such database. A retry would fail the same way. */
const isRefusedLogin = (error: unknown): boolean => /^(28|3D)/.test(codeOf(error));

/** No write permission, no disk space, no folder. */
const DISK_CODES = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', '53100']);

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : cause ? codeOf(cause) : '';
};

function saysOf(error: unknown, words: string): boolean {
  return error instanceof Error && (error.message.includes(words) || saysOf(error.cause, words));
}

/** PostgreSQL's own refusals have a severity. */
function isSaidByDatabase(error: unknown): boolean {
  return error instanceof Error && ('severity' in error || isSaidByDatabase(error.cause));
}
