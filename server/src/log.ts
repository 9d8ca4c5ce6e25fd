import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';

/** Structured logs; what could be a secret is taken out by name wherever it stands. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
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
