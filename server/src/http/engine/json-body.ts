import type { FastifyRequest } from 'fastify';
import { DomainError, type FieldError } from '../../errors.ts';
import type { HttpServer } from './http-server.ts';
import { escapePointer } from './validation-errors.ts';

export const BODY_LIMIT_BYTES = 262_144;
/** The largest body with many entries, on every transport. */
export const BATCH_LIMIT_BYTES = 1_048_576;

/** Far above every schema, low enough to keep the validation of hostile bodies cheap. */
const MOST_MEMBERS = 1_000;
const MOST_LEVELS = 32;
const MOST_FINDINGS = 20;

const LONE_SURROGATE = /\p{Surrogate}/u;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's exact bytes, for the fingerprint of an idempotency key; null without a body. */
    rawBody: Buffer | null;
  }
}

/** JSON is the only content type; a body of any other type is a 415. */
export function registerJsonBody(app: HttpServer): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });

  app.decorateRequest('rawBody', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (request: FastifyRequest, bytes, done) => {
      const raw = bytes as Buffer;
      request.rawBody = raw;
      // Many clients send the content type with an empty body; the schema says whether one is required.
      if (raw.length === 0) return done(null, undefined);
      let text: string;
      try {
        text = utf8.decode(raw);
      } catch {
        return done(new DomainError('malformed_json', { message: 'The body is not valid UTF-8.' }));
      }
      parse(request, text, (error, value) => {
        if (error) return done(error);
        const fields = findUnstorable(value);
        if (fields.length > 0) return done(new DomainError('validation_failed', { fields }));
        done(null, value);
      });
    },
  );

  app.addHook('onRequest', async ({ headers }, reply) => {
    const coding = headers['content-encoding'];
    if (coding === undefined || /^identity$/i.test(coding)) return;
    // RFC 9110, 12.5.3: the encodings that a request may have.
    reply.header('accept-encoding', 'identity');
    throw new DomainError('unsupported_media_type', {
      message: `The body is coded as ${coding}. Send it as it is, without Content-Encoding.`,
    });
  });

  app.addHook('preValidation', async (request) => {
    const fields = findUnstorable(request.query);
    if (fields.length > 0) throw new DomainError('validation_failed', { fields });
    if (findUnstorable(request.params).length > 0) throw new DomainError('not_found');
  });
}

/**
 * Finds what PostgreSQL cannot store (NUL, lone surrogates) and what no honest body contains (thousands of members,
 * deep nesting), with a pointer to each.
 */
export function findUnstorable(value: unknown): FieldError[] {
  const findings: FieldError[] = [];
  visit(value, '', 0, findings);
  return findings;
}

function visit(value: unknown, pointer: string, level: number, findings: FieldError[]): void {
  if (findings.length >= MOST_FINDINGS) return;
  if (typeof value === 'string') {
    const fault = faultOf(value);
    if (fault) findings.push({ pointer, message: fault });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (level >= MOST_LEVELS) {
    findings.push({ pointer, message: `is nested deeper than ${MOST_LEVELS} levels` });
    return;
  }
  const members = Object.entries(value);
  if (members.length > MOST_MEMBERS) {
    findings.push({ pointer, message: `has more than ${MOST_MEMBERS} members` });
    return;
  }
  for (const [name, member] of members) {
    // A name that cannot be stored cannot be shown in a pointer either.
    if (faultOf(name)) findings.push({ pointer, message: 'has a field name with a NUL character or a lone surrogate' });
    else visit(member, `${pointer}/${escapePointer(name)}`, level + 1, findings);
  }
}

function faultOf(text: string): string | null {
  if (text.includes('\0')) return 'must not contain a NUL character';
  if (LONE_SURROGATE.test(text)) return 'must not contain a lone surrogate';
  return null;
}
