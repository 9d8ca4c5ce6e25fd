import { HeaderMap } from '@apollo/server';
import type { FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import Negotiator from 'negotiator';
import type { Actor } from '../../access/actor.ts';
import type { Context, Services } from '../../context.ts';
import { DomainError, type ErrorCode, type FieldError, inFull, type SaidRefusal } from '../../errors.ts';
import { inEnglish, type Translate } from '../../languages/translate.ts';

const OURS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['internal_error', 'database_unavailable', 'storage_full']);

/** Converts anything thrown to an error of the table. */
type ToDomainError = (thrown: unknown) => DomainError;

/** The HTTP server's error handling, so GraphQL refuses a whole request in the same way. */
export interface Refusals {
  toDomainError: ToDomainError;
  /** `Retry-After` and `WWW-Authenticate`, if the refusal has them. */
  headersOf(refusal: DomainError): Record<string, string>;
  /** Logs a fault on our side, for the operator. */
  note(refusal: DomainError, thrown: unknown, log: Pick<Services['log'], 'error' | 'warn'>): void;
  /** Traces a refused authorization. */
  trace(refusal: DomainError, caller: { actor: Actor; address: string; requestId: string }): void;
}

/**
 * The refusal behind one error of a response. graphql-js and Apollo report invalid requests as errors of their own
 * without a path; those messages are safe to show. Anything else that is not a refusal becomes `internal_error`.
 */
export function refusalOf(error: unknown, toDomainError: ToDomainError): DomainError {
  if (!(error instanceof GraphQLError)) return toDomainError(error);
  const cause = error.originalError;
  if (cause && !(cause instanceof GraphQLError)) return toDomainError(cause);
  return error.path ? toDomainError(error) : new DomainError('bad_user_input', { message: error.message });
}

/** Passed from the request plugin to formatGraphqlError(), which has no access to the request. */
interface Noted {
  request_id?: string;
  /** In the language of the request, if that is not English. */
  said?: SaidRefusal;
  /** The caller is a program, for which the messages of field errors are full sentences. */
  isProgram?: boolean;
}

/**
 * Returns the refusal. For internal errors the caller only gets the request id, in the error's extensions; the log
 * has everything.
 */
export function noteError(
  error: GraphQLError,
  { toDomainError, note }: Refusals,
  {
    log,
    requestId,
    actor,
    translate = inEnglish,
  }: Pick<Context, 'log' | 'requestId'> & Partial<Pick<Context, 'actor'>> & { translate?: Translate },
): DomainError {
  const refusal = refusalOf(error, toDomainError);
  note(refusal, error.originalError ?? error, log.child({ requestId, path: error.path }));
  if (OURS.has(refusal.code)) error.extensions.request_id = requestId;
  if (actor?.kind === 'agent') error.extensions.isProgram = true;
  else if (translate !== inEnglish) error.extensions.said = refusal.said(translate);
  return refusal;
}

/** An entry of `errors[]` as sent to callers: `extensions` contains the problem details of REST. */
export function formatGraphqlError(formatted: GraphQLFormattedError, error: unknown, toDomainError: ToDomainError): GraphQLFormattedError {
  const refusal = refusalOf(error, toDomainError);
  const { locations, path } = formatted;
  const { request_id: requestId, said, isProgram = false } = (formatted.extensions ?? {}) as Noted;
  const { fields, ...words } = said ?? refusal.said(inEnglish);
  const named = { ...words, fields: fields.map(toInputField) };
  const shown = isProgram ? inGraphqlWords(refusal.said(inEnglish), String(path?.[0] ?? '')) : named;
  const { message, extensions } = toEntry(refusal, shown, requestId);
  return { message, ...(locations ? { locations } : {}), ...(path ? { path } : {}), extensions };
}

function toEntry(refusal: DomainError, { message, remedy, fields }: SaidRefusal, requestId: string | undefined) {
  return {
    message,
    extensions: {
      ...refusal.details,
      code: refusal.code,
      status: refusal.status,
      remedy,
      ...(fields.length > 0 ? { fields } : {}),
      ...(requestId === undefined ? {} : { request_id: requestId }),
    },
  };
}

const JSON_TYPE = 'application/json';

/** A refusal before GraphQL has the request: by the parser of the body, a limit, or for its method or path. */
export function refusedRequest(refusal: DomainError, said: SaidRefusal, { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>) {
  const type = new Negotiator({ headers }).mediaType([JSON_TYPE, 'application/graphql-response+json']) ?? JSON_TYPE;
  const words = headers.authorization === undefined ? said : inGraphqlWords(refusal.said(inEnglish), '');
  return { type: `${type}; charset=utf-8`, body: { errors: [toEntry(refusal, words, OURS.has(refusal.code) ? id : undefined)] } };
}

/** What the interfaces name differently, in the sentences for programs. */
const NAMES: readonly [string, string][] = [
  ['listed in `errors`', 'listed in `extensions.fields`'],
  ['without `cursor`', 'without `after` or `before`'],
  [
    'draft_id is its id, and GET /v1/drafts with the same external_id returns it',
    '`extensions.draft_id` is its id, and `draft` returns it',
  ],
  ['For each publication_id of its publish job', 'For each publication of its `publishJob`'],
  ['POST /v1/publications/{publication_id}/edit', 'the mutation `editPost`'],
  ['POST /v1/publications/{publication_id}/retraction', 'the mutation `retractPost`'],
  ['Write them with POST /v1/captions', 'Write them with the mutation `changeDraft`'],
  ['GET /v1/platforms', '`Query.platforms`'],
  ['If-Match', '`revision`'],
];

/** Whose input has captions rather than `words`: the edits of a decision. */
const WITH_CAPTIONS: ReadonlySet<string> = new Set(['decideApproval', 'editPreview', 'beginSignature']);

/** A refusal for a program: as in REST, in the names of this interface. `field` is the mutation or query. */
function inGraphqlWords(said: SaidRefusal, field: string): SaidRefusal {
  const nameOf = ({ pointer, message }: FieldError<string>): FieldError<string> => {
    const named = pointer.replace(/^\/media_ids(?=\/|$)/, '/pictures').replace(/^\/pictures\/\d+$/, '$&/media_id');
    return toInputField({ pointer: WITH_CAPTIONS.has(field) ? named : named.replace(/^\/captions(?=\/|$)/, '/words'), message });
  };
  const fields = said.fields.map(nameOf);
  const inWords = (sentence: string): string =>
    NAMES.reduce((words, [rest, own]) => words.replaceAll(rest, own), sentence).replaceAll(
      /(?<=^|[.:] )\/[\w/]+(?= )/g,
      (pointer) => fields[said.fields.findIndex((one) => one.pointer === pointer)]?.pointer ?? pointer,
    );
  return inFull({ ...said, message: inWords(said.message), remedy: inWords(said.remedy), fields });
}

/** Inputs are in camel case here, REST's bodies in snake case. */
function toInputField({ pointer, message }: FieldError<string>): FieldError<string> {
  return { pointer: pointer.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()), message };
}

/** For refusals of the whole request, before it runs: they set the HTTP status and headers too. */
export function toRequestError(thrown: unknown, { toDomainError, headersOf }: Refusals): GraphQLError {
  const refusal = toDomainError(thrown);
  const http = { status: refusal.status, headers: new HeaderMap(Object.entries(headersOf(refusal))) };
  const originalError = thrown instanceof Error ? thrown : new Error(String(thrown));
  return new GraphQLError(refusal.message, { originalError, extensions: { http } });
}

/**
 * Sets a refusal of this field as the status of the whole HTTP response, with `Retry-After` if there is one: for
 * access control, so proxies and clients see a 403 or 429 without reading the body.
 */
export async function withHttpStatus<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    const wait = thrown.details.retry_after_seconds;
    const headers = new HeaderMap(typeof wait === 'number' ? [['retry-after', String(wait)]] : []);
    // Apollo reads these from the thrown error.
    throw Object.assign(thrown, { extensions: { http: { status: thrown.status, headers } } });
  }
}
