/** Linter rules that this description does not follow, each with its reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'owasp:api4:2023-array-limit': 'Lists that are sent have a limit, which a test of our own sees to; those that are got end with the page.',
  'owasp:api4:2023-string-limit': 'Texts that are sent have a limit, which a test of our own sees to; the answers are this service’s own.',
  'owasp:api4:2023-string-restricted': 'Most texts are written by people and have no form.',
  'owasp:api4:2023-integer-limit': 'Numbers that are sent have limits; counts that are got have none that would stay true.',
  'owasp:api4:2023-integer-format': 'Numbers are JSON’s, and none of them is above 2^53.',
  'owasp:api2:2023-jwt-best-practices': 'Access tokens are keys that the service looks up; they are no JWTs.',
  'owasp:api2:2023-short-lived-access-tokens':
    'A key is replaced by its own rotation and dead at once when it is revoked; there are no refresh tokens.',
  'owasp:api2:2023-write-restricted': 'OAuth gives the keys, so it asks for none; a test of our own sees to all other operations.',
  'owasp:api8:2023-define-error-validation': 'Two reads take no input at all, so nothing in it can be wrong.',
};

/** The same of Redocly's recommended rules. */
export const LEFT_OUT_OF_REDOCLY: Readonly<Record<string, string>> = {
  'no-ambiguous-paths': 'No id of a medium is `uploads`, and no id of an upload is `describe`: both have prefixes.',
};
