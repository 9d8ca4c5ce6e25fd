/** Error codes of RFC 6749, 6750, 7009, 7591, 8628 and 8707, with their HTTP status. */
const STATUSES = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  access_denied: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_token: 401,
  temporarily_unavailable: 503,
  server_error: 500,
} as const;

export type OauthErrorCode = keyof typeof STATUSES;

/** An error in OAuth's format. `description` is for client developers; never a secret. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  readonly status: number;

  constructor(code: OauthErrorCode, description: string, status: number = STATUSES[code]) {
    super(description);
    this.name = 'OauthError';
    this.code = code;
    this.status = status;
  }
}
