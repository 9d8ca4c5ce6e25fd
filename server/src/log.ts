import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';
import { VERSION } from './server-folder.ts';

/** Structured logs. Values that could be secrets are redacted by name. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: { pid: process.pid, hostname: hostname(), version: VERSION },
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
