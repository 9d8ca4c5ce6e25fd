import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, escapePointer, type FieldError } from '../../errors.ts';
import { createConcurrencyLimit } from '../../long-work/concurrency-limit.ts';
import type { HttpServer } from './http-server.ts';

export const BODY_LIMIT_BYTES = 262_144;
/**
 * The largest body of an operation, on every transport: a field of 100,000 UTF-16 units takes 600,000 bytes if each of
 * them is escaped.
 */
export const OPERATION_LIMIT_BYTES = 1_048_576;

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

/** Files in bodies, which are held in memory: 160 MiB in one process. */
const files = createConcurrencyLimit({ atOnce: 8, mostOfOne: 3, waitMs: 15_000, mostWaiting: 80 });

/**
 * Waits until the file in a request's body may be read; it counts until the response has ended or the client has left.
 * `owner`: on whose behalf, as owners take turns. Throws `service_busy`.
 */
export async function holdFile(owner: string, { raw }: Pick<FastifyReply, 'raw'>): Promise<void> {
  await files.enter(owner);
  let isHeld = true;
  const leave = () => {
    if (isHeld) files.leave(owner);
    isHeld = false;
  };
  raw.once('finish', leave).once('close', leave);
  if (raw.destroyed) leave();
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
        const { findings: fields, members } = inspect(value);
        if (fields.length > 0) return done(new DomainError('validation_failed', { fields }));
        if (countMembers(text) !== members) return done(repeated(text));
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
      message: `The body is encoded as ${coding}, which is not supported. Send it without Content-Encoding.`,
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
  return inspect(value).findings;
}

/** What is wrong with a value, and how many members all its objects have. */
interface Inspection {
  findings: FieldError[];
  members: number;
}

function inspect(value: unknown): Inspection {
  const inspection = { findings: [], members: 0 };
  visit(value, '', 0, inspection);
  return inspection;
}

function visit(value: unknown, pointer: string, level: number, inspection: Inspection): void {
  const { findings } = inspection;
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
  if (!Array.isArray(value)) inspection.members += members.length;
  for (const [name, member] of members) {
    // A name that cannot be stored cannot be shown in a pointer either.
    if (faultOf(name)) findings.push({ pointer, message: 'has a field name with a NUL character or a lone surrogate' });
    else visit(member, `${pointer}/${escapePointer(name)}`, level + 1, inspection);
  }
}

function faultOf(text: string): string | null {
  if (text.includes('\0')) return 'must not contain a NUL character';
  if (LONE_SURROGATE.test(text)) return 'must not contain a lone surrogate';
  return null;
}

const [COLON, BACKSLASH] = [58, 92];

/**
 * How many members the objects of a JSON text have. More than those of its value: a name is repeated (RFC 7493, 2.3),
 * and parsers disagree on which member counts. Skips from one quotation mark to the next.
 */
function countMembers(text: string): number {
  let members = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    let end = text.indexOf('"', at + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    at = end + 1;
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === COLON) members += 1;
  }
  return members;
}

function isEscaped(text: string, quote: number): boolean {
  let from = quote;
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (quote - from) % 2 === 1;
}

const isSpace = (unit: number): boolean => unit === 32 || unit === 10 || unit === 13 || unit === 9;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** The refusal of a valid JSON text with repeated names, with the path of each. */
function repeated(text: string): DomainError {
  const open: { names: Set<string> | null; at: string | number }[] = [];
  const pointers = new Set<string>();
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') open.push({ names: token === '{' ? new Set() : null, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && inner?.names === null) inner.at = Number(inner.at) + 1;
    else if (token === ':' && inner?.names) {
      const name = JSON.parse(last) as string;
      inner.at = name;
      if (inner.names.has(name)) pointers.add(open.map(({ at }) => `/${escapePointer(String(at))}`).join(''));
      inner.names.add(name);
    }
    last = token;
  }
  const fields = [...pointers].slice(0, MOST_FINDINGS).map((pointer) => ({ pointer, message: 'is present more than once' }));
  return new DomainError('malformed_json', {
    message: 'An object in the body has a repeated member.',
    remedy: 'Send each member of an object only once.',
    fields,
  });
}
