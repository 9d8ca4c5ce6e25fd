import { HeaderMap } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Actor } from '../../access/actor.ts';
import type { Context, Services } from '../../context.ts';
import { DomainError, type ErrorCode, type FieldError } from '../../errors.ts';

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

/** Answers the refusal. Of our own mistakes the caller only gets the id of the request, in the error's extensions; the log has everything. */
export function noteError(
  error: GraphQLError,
  { toDomainError, note }: Refusals,
  { log, requestId }: Pick<Context, 'log' | 'requestId'>,
): DomainError {
  const refusal = refusalOf(error, toDomainError);
  note(refusal, error.originalError ?? error, log.child({ requestId, path: error.path }));
  if (OURS.has(refusal.code)) error.extensions.request_id = requestId;
  return refusal;
}

/** An entry of `errors[]` as callers get it: `extensions` holds what REST says in its problem details. */
export function formatGraphqlError(formatted: GraphQLFormattedError, error: unknown, toDomainError: ToDomainError): GraphQLFormattedError {
  const refusal = refusalOf(error, toDomainError);
  const { locations, path } = formatted;
  const requestId = formatted.extensions?.request_id;
  return {
    message: refusal.message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: {
      ...refusal.details,
      code: refusal.code,
      status: refusal.status,
      remedy: refusal.remedy,
      ...(refusal.fields.length > 0 ? { fields: refusal.fields.map(toInputField) } : {}),
      ...(requestId === undefined ? {} : { request_id: requestId }),
    },
  };
}

/** Inputs are in camel case here, where REST's bodies are in snake case. */
function toInputField({ pointer, message }: FieldError): FieldError {
  return { pointer: pointer.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()), message };
}

/** For refusals of the whole request, before it runs: they set the HTTP status and headers too. */
export function toRequestError(thrown: unknown, { toDomainError, headersOf }: Refusals): GraphQLError {
  const refusal = toDomainError(thrown);
  const http = { status: refusal.status, headers: new HeaderMap(Object.entries(headersOf(refusal))) };
  const originalError = thrown instanceof Error ? thrown : new Error(String(thrown));
  return new GraphQLError(refusal.message, { originalError, extensions: { http } });
}
