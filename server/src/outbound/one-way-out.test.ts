import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/** What opens a connection: a module that can, or the global fetch. */
const OPENERS =
  /from '(?:node:)?(?:https?|http2|net|tls|dgram|undici|ws)'|import\('(?:node:)?(?:https?|http2|net|tls|undici|ws)'\)|(?<![.\w])fetch\(|globalThis\.fetch|new (?:WebSocket|EventSource)\(/;
/** Types, these names and comments open no connection. */
const HARMLESS = /^\s*(?:\/\/|\/?\*)|^import (?:type .*|\{ (?:(?:type \w+|BlockList|isIP|isIPv4|isIPv6)(?:, )?)+ \} from 'node:net';$)/;

/** Libraries that connect by themselves. */
const DIALLERS = /'(?:aws4fetch|nodemailer|stripe|@ai-sdk\/[\w-]+)'/;

/** Exceptions, with their reasons. */
const ALLOWED: Record<string, string> = {
  'access/mail/deliver-mail.ts': 'nodemailer, to the mail server of SMTP_URL',
  'captions/model/ask-model.ts': 'the library of the model, at CAPTION_MODEL_URL, by operator-fetch.ts',
  'cli/doctor.ts': 'fetch, to PUBLIC_URL of the service itself',
  'credits/payments/stripe-payments.ts': "Stripe's library, at Stripe or STRIPE_API_URL",
  'db/embedded-postgres/postgres-settings.ts': 'listens, to find a free port for the embedded database',
  'http/engine/client-errors.ts': 'nothing: constants of node:http',
  'http/pages/developers.routes.ts': 'nothing: the words of a sample that a reader copies',
  'http/pages/samples.ts': 'nothing: the words of samples that a reader copies',
  'media/s3-store.ts': 'aws4fetch signs and repeats, at MEDIA_BUCKET_URL',
  'safety/moderation-service.ts': 'fetch, at MODERATION_URL, by operator-fetch.ts',
};

function opensConnections(file: string): boolean {
  const lines = readFileSync(join(SOURCE, file), 'utf8').split('\n');
  return lines.some((line) => (OPENERS.test(line) || DIALLERS.test(line)) && !HARMLESS.test(line));
}

it('everything leaves the service through outbound/, except to the operator’s own addresses', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter(
    (file) => !/\.(?:test|proof)\.ts$/.test(file) && !/(?:^|\/)testing\//.test(file) && !file.startsWith('outbound/'),
  );
  expect(files.filter(opensConnections).sort()).toEqual(Object.keys(ALLOWED));
});
