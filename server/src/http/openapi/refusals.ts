import { ERRORS, type ErrorCode } from '../../errors.ts';
import type { OfferedOperation } from '../engine/add-operation.ts';

const BY_KEY: ErrorCode[] = ['unauthenticated', 'key_malformed', 'key_unknown', 'key_expired', 'key_revoked'];
const BY_CUSTOMER: ErrorCode[] = ['account_not_approved', 'grant_paused'];
const BY_SERVICE: ErrorCode[] = ['rate_limited', 'internal_error', 'service_busy', 'database_unavailable'];
const OF_BODIES: ErrorCode[] = ['malformed_json', 'payload_too_large', 'unsupported_media_type'];
const OF_REPEATS: ErrorCode[] = ['malformed_idempotency_key', 'idempotency_in_flight', 'idempotency_key_reused'];
const OF_INPUT: ErrorCode[] = ['validation_failed', 'bad_user_input', 'not_found'];

/**
 * Every error code of an operation: those of its form, and those that it declares. A test sends each operation many
 * requests and expects no others.
 */
export function refusalsOf({ operation, isRead, route }: OfferedOperation): ErrorCode[] {
  const { properties: inQuery = {} } = (operation.query ?? {}) as { properties?: object };
  const takesRevision = 'if-match' in ((operation.headers as { properties?: object } | undefined)?.properties ?? {});
  return [
    ...BY_KEY,
    ...BY_CUSTOMER,
    ...(operation.scope ? ['insufficient_scope' as const] : []),
    ...BY_SERVICE,
    // Fastify parses any body that is sent, also where none is expected.
    ...(isRead ? [] : [...OF_BODIES, 'bad_user_input' as const, 'storage_full' as const]),
    ...(route.startsWith('POST ') ? OF_REPEATS : []),
    ...(operation.params || operation.query || operation.body ? OF_INPUT : []),
    ...('cursor' in inQuery ? ['foreign_cursor' as const] : []),
    ...(takesRevision ? ['stale_revision' as const] : []),
    ...(takesRevision && route.startsWith('PATCH ') ? ['precondition_required' as const] : []),
    ...(operation.refuses ?? []),
  ];
}

/** The same by status, each code once, in the order of the error table. */
export function refusalsByStatus(offered: OfferedOperation): Map<number, ErrorCode[]> {
  const codes = new Set(refusalsOf(offered));
  const known = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
  return Map.groupBy(known, (code) => ERRORS[code].status);
}
