import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Config } from './config/config.ts';
import { VERSION } from './server-folder.ts';

/** Structured logs. Values that could be secrets are redacted by name. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: { pid: process.pid, hostname: hostname(), version: VERSION },
    serializers: { err: withoutValues },
    redact: {
      paths: ['authorization', 'cookie', 'password', 'credentials', 'token', 'apiKey', 'secret'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
        `req.headers.${name}`,
      ]),
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error without what PostgreSQL quotes of rows, such as "Failing row contains (ada@example.org, …)", at any depth of
 * its causes and of several errors in one; the ORM repeats it in the message.
 */
function withoutValues(error: Error): object {
  const quoted = quotedIn(error, new Set());
  return stripped(stdSerializers.err(error), (text) => quoted.reduce((left, values) => left.replaceAll(values, '[values]'), text));
}

function stripped(serialized: object, strip: (text: string) => string): object {
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') return strip(value);
    if (Array.isArray(value)) return value.map(of);
    return isError(value) ? stripped(value, strip) : value;
  };
  const entries = Object.entries(serialized).filter(([name]) => name !== 'detail' && name !== 'where');
  return Object.fromEntries(entries.map(([name, value]) => [name, of(value)]));
}

/** An error, or one that was serialized. */
const isError = (value: unknown): value is object => typeof value === 'object' && value !== null && 'stack' in value;

function quotedIn(value: unknown, seen: Set<unknown>): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => quotedIn(each, seen));
  if (!isError(value) || seen.has(value)) return [];
  seen.add(value);
  const { detail, where, cause, errors, ...rest } = value as Record<string, unknown>;
  const own = [detail, where].filter((text) => typeof text === 'string' && text !== '') as string[];
  return [...own, ...[cause, errors, ...Object.values(rest)].flatMap((each) => quotedIn(each, seen))];
}

/** After this long without a failure an outage may be over. */
const QUIET_MS = 30_000;

export interface OutageLog {
  report(error: unknown): void;
}

/**
 * Logs a line when an outage begins and one when it is over, however often something fails meanwhile. Where nothing may be
 * asked for at the time, `isOver` finds out.
 */
export function createOutageLog(log: Logger, sentence: string, isOver: () => Promise<boolean> = async () => true): OutageLog {
  let failures = 0;
  let over: NodeJS.Timeout | undefined;
  const lookLater = (): void => {
    clearTimeout(over);
    over = setTimeout(look, QUIET_MS).unref();
  };
  const look = async (): Promise<void> => {
    const seen = failures;
    const isDone = await isOver();
    if (failures !== seen) return;
    if (!isDone) return lookLater();
    log.info({ event: 'outage_ended', failures }, `Over for 30 s: ${sentence}`);
    failures = 0;
  };
  return {
    report(error) {
      if (failures === 0) log.warn({ event: 'outage_began', reason: reasonOf(error) }, sentence);
      failures += 1;
      lookLater();
    },
  };
}

/** What failed, without a stack: the innermost cause, or each of several. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  // The queue reports plain objects with a message.
  const { message, cause } = Object(error) as { message?: unknown; cause?: unknown };
  if (cause) return reasonOf(cause);
  return String(message ?? error);
}
