const MOST_LENGTH = 500;

/** RFC 8252, section 7.3: the program chooses the port at run time. Many programs use `localhost`. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(\/.*)?$/;

/** Without user information: `https://good.example@evil.example` would look like the good one. */
const HTTPS = /^https:\/\/[^/?@]+(?:[/?].*)?$/;

/** These are ours to add; a client that has them in its address could be fed a second value. */
const RESERVED = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/** What is wrong with a redirect address, as a sentence; null if it can be registered. */
export function redirectUriFault(uri: string): string | null {
  if (uri.length > MOST_LENGTH) return `must not be longer than ${MOST_LENGTH} characters.`;
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\#<>"]/.test(uri)) return 'must be an ASCII URL without a fragment.';
  if (!(HTTPS.test(uri) || LOOPBACK.test(uri)) || !URL.parse(uri)) return 'must be https, or http on 127.0.0.1, [::1] or localhost.';
  const { searchParams } = new URL(uri);
  const reserved = RESERVED.find((name) => searchParams.has(name));
  return reserved ? `must not hold the parameter ${reserved}.` : null;
}

/** Whether a request may name this address: character for character a registered one, except a loopback's port. */
export function isRegisteredRedirect(registered: readonly string[], requested: string): boolean {
  return redirectUriFault(requested) === null && registered.some((uri) => withoutLoopbackPort(uri) === withoutLoopbackPort(requested));
}

function withoutLoopbackPort(uri: string): string {
  const [, origin, rest] = LOOPBACK.exec(uri) ?? [];
  return origin === undefined ? uri : `${origin}${rest ?? ''}`;
}

/** The redirect back to the client. */
export function redirectTo(redirectUri: string, parameters: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.append(name, value);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}
