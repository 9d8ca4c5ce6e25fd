import { HeaderMap } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Actor } from '../../access/actor.ts';
import type { Context, Services } from '../../context.ts';
import { DomainError, type ErrorCode, type FieldError, type SaidRefusal } from '../../errors.ts';
import { inEnglish, type Translate } from '../../languages/translate.ts';

const OURS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['internal_error', 'database_unavailable', 'storage_full']);

/** Turns whatever was thrown into a refusal from the table of errors. */
export type ToDomainError = (thrown: unknown) => DomainError;

/** How the HTTP server refuses, so that GraphQL refuses a whole request in the same way. */
export interface Refusals {
  toDomainError: ToDomainError;
  /** `Retry-After` and `WWW-Authenticate`, where the refusal has them. */
  headersOf(refusal: DomainError): Record<string, string>;
  /** Leaves the trace of a fault on our side, for the operator. */
  note(refusal: DomainError, thrown: unknown, log: Pick<Services['log'], 'error' | 'warn'>): void;
  /** Leaves the trace of an authorisation that was refused. */
  trace(refusal: DomainError, caller: { actor: Actor; address: string; requestId: string }): void;
}

/**
 * The refusal behind one error of an answer. graphql-js and Apollo put what they find wrong with a
 * request into errors of their own without a path; those sentences are safe to show. Whatever else
 * is not a refusal becomes `internal_error`.
 */
export function refusalOf(error: unknown, toDomainError: ToDomainError): DomainError {
  if (!(error instanceof GraphQLError)) return toDomainError(error);
  const cause = error.originalError;
  if (cause && !(cause instanceof GraphQLError)) return toDomainError(cause);
  return error.path ? toDomainError(error) : new DomainError('bad_user_input', { message: error.message });
}

/** What the request plugin tells formatGraphqlError(), which knows no request. */
interface Noted {
  request_id?: string;
  /** In the language of the request, where that is not English. */
  said?: SaidRefusal;
}

/** Answers the refusal. Of our own mistakes the caller only gets the id of the request, in the error's extensions; the log has everything. */
export function noteError(
  error: GraphQLError,
  { toDomainError, note }: Refusals,
  { log, requestId, translate = inEnglish }: Pick<Context, 'log' | 'requestId'> & { translate?: Translate },
): DomainError {
  const refusal = refusalOf(error, toDomainError);
  note(refusal, error.originalError ?? error, log.child({ requestId, path: error.path }));
  if (OURS.has(refusal.code)) error.extensions.request_id = requestId;
  if (translate !== inEnglish) error.extensions.said = refusal.said(translate);
  return refusal;
}

/** An entry of `errors[]` as callers get it: `extensions` holds what REST says in its problem details. */
export function formatGraphqlError(formatted: GraphQLFormattedError, error: unknown, toDomainError: ToDomainError): GraphQLFormattedError {
  const refusal = refusalOf(error, toDomainError);
  const { locations, path } = formatted;
  const { request_id: requestId, said } = (formatted.extensions ?? {}) as Noted;
  const { message, remedy, fields } = said ?? refusal;
  return {
    message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: {
      ...refusal.details,
      code: refusal.code,
      status: refusal.status,
      remedy,
      ...(fields.length > 0 ? { fields: fields.map(toInputField) } : {}),
      ...(requestId === undefined ? {} : { request_id: requestId }),
    },
  };
}

/** Inputs are in camel case here, where REST's bodies are in snake case. */
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
