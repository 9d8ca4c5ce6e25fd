/**
 * The one table of everything that can go wrong for a caller. REST turns an entry into
 * `application/problem+json`, GraphQL into `extensions.code`, the CLI into its stderr line.
 * A code that is not in this table does not compile.
 *
 * `remedy` tells the caller what to do next; `status` is the HTTP status (RFC 9110).
 */
export const ERRORS = {
  malformed_json: e(400, 'The body is not valid JSON.', 'Send a JSON object encoded as UTF-8.'),
  malformed_idempotency_key: e(400, 'The Idempotency-Key header is not usable.', 'Send 1 to 255 visible ASCII characters, quoted or bare.'),
  webhook_refused: e(400, 'The signature is not right, or too old.', 'Sign the exact body with the secret of this endpoint, now.'),
  bad_user_input: e(400, 'The request cannot be understood.', 'Read the message, correct the request and send it again.'),
  foreign_cursor: e(400, 'The cursor is not of this list.', 'Begin the list again without one, and go on with the cursors it gives.'),
  unauthenticated: e(
    401,
    'There is no valid credential on this request.',
    'Send "Authorization: Bearer <API key>", or sign in to the console.',
  ),
  key_malformed: e(401, 'The API key is malformed.', 'Send the key exactly as it was issued; its checksum does not match.'),
  key_unknown: e(401, 'The API key is not known.', 'Ask the customer to grant access again.'),
  key_expired: e(401, 'The API key has expired.', 'Ask the customer to grant access again.'),
  key_revoked: e(401, 'The API key has been revoked.', 'Ask the customer to grant access again.'),
  wrong_credentials: e(401, 'The e-mail address and password do not match.', 'Check both and try again.'),
  wrong_code: e(401, 'The code is incorrect or was already used.', 'Enter the current code of your app, or an unused recovery code.'),
  sign_in_expired: e(401, 'This sign-in has expired or is already complete.', 'Sign in again with your password.'),
  passkey_refused: e(401, 'The passkey was not accepted.', 'Try again, or use your password.'),
  signup_link_invalid: e(401, 'The sign-up link is no longer valid.', 'Enter your address again to get a new link.'),
  reset_link_invalid: e(401, 'The password reset link is no longer valid.', 'Request a new link.'),
  client_code_wrong: e(401, 'The code is incorrect or has expired.', 'Enter the latest code from your mail, or request another.'),
  client_code_required: e(403, 'Confirm your mail address with the code sent to it.', 'Request a code and enter it.'),
  setup_link_invalid: e(
    401,
    'The set-up link is no longer valid.',
    'Use the latest link; the operator creates a new one with cs service setup-link.',
  ),
  insufficient_credits: e(402, 'There are not enough credits.', 'Ask the account owner to add credits.'),
  account_not_approved: e(403, 'The account is not approved.', 'Wait until the operator has approved the account.'),
  insufficient_scope: e(403, 'The grant does not have the required scope.', 'Ask the customer for a grant with the named scope.'),
  insufficient_role: e(403, 'Your role does not allow this.', 'Ask an owner of the account.'),
  cross_site_request: e(403, 'The request comes from another site.', 'Use the console from its own address.'),
  grant_paused: e(403, 'The customer has paused this grant.', 'Wait until an owner of the account resumes it.'),
  reauthentication_failed: e(403, 'Re-authentication is required, and it failed.', 'Try once more.'),
  reauthentication_required: e(403, 'Re-authentication is required.', 'Confirm with your password, a code or a passkey.'),
  second_factor_required: e(
    403,
    'This account requires a second factor.',
    'Set up an authenticator app or a passkey in the console, or verify with yours.',
  ),
  email_unconfirmed: e(
    403,
    'Your e-mail address is not confirmed yet.',
    'Choose a new password with the mailed link of “Forgot your password?”, or ask the operator to confirm the address.',
  ),
  other_person: e(403, 'The invitation is for another e-mail address.', 'Sign out and open the link again.'),
  other_session: e(403, 'This request is open in another session.', 'Enter the code again in this session.'),
  signature_required: e(403, 'This approval requires your passkey signature.', 'Approve it in the console with your passkey.'),
  signature_refused: e(403, 'The signature was not accepted.', 'Review the content and sign it again.'),
  passkey_missing: e(
    403,
    'This approval requires a passkey, and you have none.',
    'Add a passkey under Security (/settings/security in the console), then approve it again.',
  ),
  self_approval_refused: e(403, 'Authors cannot approve their own content in this workspace.', 'Ask another approver of the account.'),
  not_found: e(404, 'Not found.', 'Check the identifier. Objects of other workspaces are not visible.'),
  connect_request_invalid: e(404, 'The sign-in at the platform has expired.', 'Start again on the Connections page.'),
  client_link_invalid: e(404, 'This link is no longer valid.', 'Ask the sender for a new one.'),
  invitation_invalid: e(404, 'The invitation is no longer valid.', 'Ask for a new invitation.'),
  method_not_allowed: e(405, 'This path does not support the method.', 'Use a method from the Allow header.'),
  payments_not_configured: e(409, 'Payments are not set up.', 'Ask the operator to add credits.'),
  mail_not_configured: e(409, 'Mail is not set up.', 'Ask the operator to set SMTP_URL and MAIL_FROM.'),
  invalid_state: e(409, 'The current state does not allow this.', 'Read it again and use one of its allowed_actions.'),
  content_changed: e(409, 'The content has changed since it was shown.', 'Review the current content and decide again.'),
  already_decided: e(409, 'This approval is already decided.', 'Read the approval again.'),
  idempotency_in_flight: e(
    409,
    'A request with this Idempotency-Key is still in progress.',
    'Wait a moment and send the same request again.',
  ),
  last_owner: e(409, 'An account needs at least one owner.', 'Make another member an owner first.'),
  audit_tampered: e(
    409,
    'The audit log was modified outside the service.',
    'Compare the named row with a backup, and find out who could write to the database.',
  ),
  settings_changed: e(409, 'The settings were changed meanwhile.', 'Review the current settings and apply your change again.'),
  evidence_tampered: e(
    409,
    'The evidence differs from what was signed.',
    'Compare the named parts with a fresh export, and check the origin of this file.',
  ),
  ledger_inconsistent: e(
    409,
    'The balances do not match the ledger.',
    'Compare the named sums with a backup, and find out who could write to the database.',
  ),
  sealed_unreadable: e(
    409,
    'Some encrypted values cannot be decrypted.',
    'Reconnect the named accounts, or restore the named rows from a backup; then run the command again.',
  ),
  media_in_use: e(409, 'The picture is used by a draft.', 'Remove it from the draft first; pictures of submitted drafts are kept.'),
  already_exists: e(409, 'This exists already.', 'Use the existing one.'),
  cursor_too_old: e(410, 'Events after this cursor have been purged.', 'Reload your state, then continue from the latest number.'),
  stale_revision: e(412, 'The draft has a newer revision.', 'Read it again and send its revision in If-Match.'),
  payload_too_large: e(413, 'The request body is too large.', 'Stay within the limit named in the message.'),
  unsupported_media_type: e(415, 'The content type is not supported.', 'Send JSON as application/json, and pictures with their own type.'),
  validation_failed: e(422, 'The request does not match the schema.', 'Correct the fields named in errors[].'),
  media_unreadable: e(
    422,
    'This file is not a supported picture.',
    'Send a JPEG, PNG, WebP or still GIF of at most 20 MiB and 50 million pixels.',
  ),
  media_not_fetched: e(
    422,
    'The picture could not be fetched.',
    'Check that the address is public and leads to the file itself, of at most 20 MiB; or send the file to POST /v1/media.',
  ),
  payment_mismatch: e(
    422,
    'The payment does not match the order.',
    'Nothing was booked. The operator compares the order with the payment.',
  ),
  address_refused: e(
    422,
    'Requests to this address are not allowed.',
    'Use the https:// address of a server on the public internet. The operator can allow private addresses (OUTBOUND_PRIVATE_ADDRESSES).',
  ),
  text_too_laborious: e(
    422,
    'The text is too complex to process in one request.',
    'Shorten the text, or send it with fewer links, tags, line breaks or platforms at once.',
  ),
  unknown_platform: e(422, 'Unknown platform.', 'Use one of the platforms named in the message.'),
  idempotency_key_reused: e(422, 'This Idempotency-Key was used for another request.', 'Use a new key for a new request.'),
  precondition_required: e(428, 'This change needs an If-Match header.', 'Send If-Match with the revision you read.'),
  rate_limited: e(429, 'Too many requests.', 'Retry after the time in Retry-After.'),
  internal_error: e(500, 'Internal error.', 'Try again; if it persists, report the request id to the operator.'),
  network_refuses_service: e(502, 'The network rejects this service.', 'Your account is fine. The operator knows; try again later.'),
  payment_unavailable: e(502, 'The payment page could not be opened.', 'Nothing was paid. Try again in a minute.'),
  service_busy: e(503, 'The service is busy.', 'Retry after the time in Retry-After; with the same Idempotency-Key it takes effect once.'),
  storage_full: e(503, 'The service is out of disk space.', 'Retry after the time in Retry-After; the operator must free disk space.'),
  database_unavailable: e(
    503,
    'The database cannot be reached.',
    'Retry after the time in Retry-After; with the same Idempotency-Key it takes effect once.',
  ),
} as const;

function e(status: number, message: string, remedy: string): { status: number; message: string; remedy: string } {
  return { status, message, remedy };
}

export type ErrorCode = keyof typeof ERRORS;
