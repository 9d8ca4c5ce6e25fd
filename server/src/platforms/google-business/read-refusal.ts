import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, listAt, textAt } from '../api/read-json.ts';

/** google.rpc.ErrorInfo: the project has not enabled the API, or may not use it. */
const OF_THE_SERVICE = new Set(['SERVICE_DISABLED', 'CONSUMER_SUSPENDED', 'CONSUMER_INVALID', 'BILLING_DISABLED']);

/**
 * `{"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "…", "details": […]}}`; the token endpoint uses
 * OAuth's format. A quota of 0 is a project that Google has not approved (developers.google.com/my-business/content/limits).
 */
export function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  const oauthCode = at(body, 'error');
  if (typeof oauthCode === 'string') return { message: textAt(body, 'error_description') ?? oauthCode, code: oauthCode };
  const summary = textAt(body, 'error', 'message');
  if (summary === null) return null;
  const details = listAt(body, 'error', 'details');
  const fields = details.flatMap((detail) => listAt(detail, 'errorDetails').flatMap((one) => textAt(one, 'message') ?? []));
  const message = [summary, ...fields].join(' ');
  const isUnapproved = details.some((detail) => textAt(detail, 'metadata', 'quota_limit_value') === '0');
  const isOfService = details.some((detail) => OF_THE_SERVICE.has(textAt(detail, 'reason') ?? ''));
  return {
    message: isUnapproved ? `${message} The quota of the project is 0: Google has not approved it for Business Profile yet.` : message,
    code: textAt(body, 'error', 'status') ?? '',
    ...((isUnapproved || isOfService) && { kind: 'service_refused' }),
    // The location was deleted, or is no longer the person's.
    ...(status === 404 && { kind: 'unauthorized' }),
  };
}
