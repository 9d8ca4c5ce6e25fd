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
  wrong_code: e(
    401,
    'The code is not right, or it was used before.',
    'Type the newest code of your app, or a recovery code that is unused.',
  ),
  sign_in_expired: e(401, 'This sign-in took too long, or it was finished already.', 'Begin again with your password.'),
  passkey_refused: e(401, 'The passkey was not accepted.', 'Try again, or use your password.'),
  signup_link_invalid: e(401, 'The link to go on with your sign-up is not valid any more.', 'Type your address again to get a new one.'),
  reset_link_invalid: e(401, 'The link to a new password is not valid any more.', 'Ask for a new one.'),
  client_code_wrong: e(401, 'The code is not right, or it has run out.', 'Type the newest code from your mail, or have another one sent.'),
  client_code_required: e(403, 'This needs the code that is sent to your mail address.', 'Have a code sent, and type it in.'),
  setup_link_invalid: e(
    401,
    'The set-up link is not valid any more.',
    'Use the newest link; the operator makes another one with cs service setup-link.',
  ),
  insufficient_credits: e(402, 'There are not enough credits.', 'Ask the account owner to add credits.'),
  account_not_approved: e(403, 'The account is not approved.', 'Wait until the operator has approved the account.'),
  insufficient_scope: e(403, 'The grant does not carry the scope that this needs.', 'Ask the customer for a grant with the named scope.'),
  insufficient_role: e(403, 'Your role does not allow this.', 'Ask an owner of the account.'),
  cross_site_request: e(403, 'The request comes from another site.', 'Use the console from its own address.'),
  grant_paused: e(403, 'The customer has paused this grant.', 'Wait until an owner of the account resumes it.'),
  reauthentication_failed: e(403, 'This needs you to show again that it is you, and that did not work.', 'Try once more.'),
  reauthentication_required: e(403, 'This needs you to show again that it is you.', 'Confirm with your password, a code or a passkey.'),
  second_factor_required: e(
    403,
    'A second factor is required here.',
    'Set up an authenticator app or a passkey in the console, or show the one that you have.',
  ),
  email_unconfirmed: e(
    403,
    'Your e-mail address is not confirmed yet.',
    'Choose a new password with the mailed link of “Forgot your password?”, or ask the operator to confirm the address.',
  ),
  other_person: e(403, 'The invitation is for another e-mail address.', 'Sign out and open the link again.'),
  other_session: e(403, 'This session has not looked the request up, or another one has since.', 'Type the code again, here.'),
  signature_required: e(403, 'This has to be signed with your passkey.', 'Approve it in the console, which asks for your passkey.'),
  signature_refused: e(403, 'The signature was not accepted.', 'Look at the content again, and sign it anew.'),
  passkey_missing: e(
    403,
    'This has to be signed with a passkey, and you have none.',
    'Add a passkey under Security (/settings/security in the console), then approve it again.',
  ),
  self_approval_refused: e(403, 'Whoever has words in it may not approve it here.', 'Ask another approver of the account.'),
  not_found: e(404, 'There is nothing here by that name.', 'Check the identifier; what belongs to another workspace is not shown.'),
  connect_request_invalid: e(404, 'This sign-in at the platform is not open any more.', 'Begin again on the connections page.'),
  client_link_invalid: e(404, 'This link does not work any more.', 'Ask whoever sent it to you for a new one.'),
  invitation_invalid: e(404, 'The invitation is not valid any more.', 'Ask whoever invited you for a new link.'),
  method_not_allowed: e(405, 'The path does not take this method.', 'Use a method from the Allow header.'),
  payments_not_configured: e(409, 'Nothing can be paid here.', 'Ask the operator to add credits.'),
  mail_not_configured: e(409, 'No mail can be sent from here.', 'Ask the operator to set SMTP_URL and MAIL_FROM.'),
  invalid_state: e(409, 'The current state does not allow this.', 'Read it again and use one of its allowed_actions.'),
  content_changed: e(409, 'The content has changed since it was shown.', 'Look at the current content and decide again.'),
  already_decided: e(409, 'A decision has already been made.', 'Read the approval again.'),
  idempotency_in_flight: e(
    409,
    'A request with this Idempotency-Key is still being worked on.',
    'Wait a moment and send the same request again.',
  ),
  last_owner: e(409, 'An account needs an owner.', 'Make somebody else an owner first.'),
  audit_tampered: e(
    409,
    'The audit log was changed behind the service.',
    'Compare the named row with a backup, and find out who could write to the database.',
  ),
  settings_changed: e(409, 'Somebody has changed the settings meanwhile.', 'Look at them as they are now, and change them again.'),
  evidence_tampered: e(
    409,
    'The evidence is not as it was signed.',
    'Compare the named parts with a fresh export, and find out where this file has been.',
  ),
  ledger_inconsistent: e(
    409,
    'The balances are not what the ledger sums to.',
    'Compare the named sums with a backup, and find out who could write to the database.',
  ),
  sealed_unreadable: e(
    409,
    'Some sealed values do not open.',
    'Connect the named accounts again, or bring the named rows back from a backup; then run the command again.',
  ),
  media_in_use: e(409, 'A draft has this picture.', 'Take it out of the draft first; one that people were asked about stays.'),
  already_exists: e(409, 'This exists already.', 'Use the existing one.'),
  cursor_too_old: e(410, 'Some of what happened since is kept no longer.', 'Read again what you hold, then go on from the newest number.'),
  stale_revision: e(412, 'The draft has a newer revision.', 'Read it again and send its revision in If-Match.'),
  payload_too_large: e(413, 'The body is larger than is taken here.', 'Send no more at once than the message says.'),
  unsupported_media_type: e(415, 'The content type is not supported.', 'Send JSON as application/json, a picture as its own type.'),
  validation_failed: e(422, 'The request does not fit the schema.', 'Correct the fields named in errors[].'),
  media_unreadable: e(
    422,
    'This is not a picture that can be posted.',
    'Send a JPEG, PNG, WebP or GIF that stands still, of at most 20 MiB and 50 million pixels.',
  ),
  media_not_fetched: e(
    422,
    'The picture could not be fetched.',
    'Check that the address is public and leads to the file itself, of at most 20 MiB; or send the file to POST /v1/media.',
  ),
  payment_mismatch: e(422, 'The payment does not fit our order.', 'Nothing was booked. The operator compares the order with the payment.'),
  address_refused: e(
    422,
    'This address is not called from here.',
    'Name a server of the public internet, by its https:// address. One on a network of your own has to be opened by the operator (OUTBOUND_PRIVATE_ADDRESSES).',
  ),
  text_too_laborious: e(
    422,
    'Reading this text takes more work than one request may ask for.',
    'Shorten the text, or send it with fewer links, tags, line breaks or platforms at once.',
  ),
  unknown_platform: e(422, 'A platform is not known.', 'Use one of the platforms named in the message.'),
  idempotency_key_reused: e(422, 'This Idempotency-Key was used for another request.', 'Use a new key for a new request.'),
  precondition_required: e(428, 'This change needs an If-Match header.', 'Send If-Match with the revision you read.'),
  rate_limited: e(429, 'Too many requests.', 'Wait for the time in Retry-After.'),
  internal_error: e(500, 'The service made a mistake.', 'Try again; if it stays, report the request id to the operator.'),
  network_refuses_service: e(502, 'The network refuses this service itself.', 'Your account is fine. The operator knows; try again later.'),
  payment_unavailable: e(502, 'The payment page could not be opened.', 'Nothing was paid. Try again in a minute.'),
  service_busy: e(
    503,
    'More is being asked of the service than it can do at once.',
    'Send it again after the time in Retry-After; with the same Idempotency-Key it takes effect once.',
  ),
  storage_full: e(
    503,
    'The service has no room left to keep anything.',
    'Send it again after the time in Retry-After; the operator has to make room on its disk.',
  ),
  database_unavailable: e(
    503,
    'The database cannot be reached.',
    'Send it again after the time in Retry-After; with the same Idempotency-Key it takes effect once.',
  ),
} as const;

function e(status: number, message: string, remedy: string): { status: number; message: string; remedy: string } {
  return { status, message, remedy };
}

export type ErrorCode = keyof typeof ERRORS;
