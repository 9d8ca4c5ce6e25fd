import { skeletonOf } from '../../../confusables.ts';
import { OauthError } from '../oauth-error.ts';

const MOST_NAME = 100;
const MOST_URI = 500;

/** Invisible characters and changes of text direction: a name must look like what it is. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

const OUR_NAME = skeletonOf('Countersign');
/** Characters that user interfaces use as badges. */
const BADGE =
  /[\u2610-\u2612\u2705\u2713-\u2718\u271a\u2b50\u2605\u2606\u{1f5f8}\u{1f5f9}\u{1f5f3}\u{1f6e1}\u{1f512}\u{1f510}\u{1f4af}\u{1f396}\u{1f3c5}©®™]/u;
/** In the languages of the console, with confusable letters normalized. */
const CLAIMS = new Set(
  `official verified certified trusted authentic genuine approved offiziell offizielle offizieller offizielles verifiziert zertifiziert geprüft
  officiel officielle vérifié vérifiée certifié certifiée oficial verificado verificada certificado certificada رسمي الرسمي موثق موثّق معتمد`
    .trim()
    .split(/\s+/)
    .map(skeletonOf),
);

/**
 * Whether a name imitates the service's own, or claims a verification: requesting programs are never verified.
 * Confusable letters of other alphabets count as equal.
 */
export function isImitation(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(skeletonOf);
  return BADGE.test(name.normalize('NFKC')) || skeletonOf(name).includes(OUR_NAME) || words.some((word) => CLAIMS.has(word));
}

/** The rule for names, for error messages. */
export const CLIENT_NAME_RULE =
  'must be 1 to 100 visible characters, must not look like the name of this service, and must not claim to be official or verified';

/** A program's name for display; null if it is not permitted. */
export function readClientName(text: string): string | null {
  const name = text
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ');
  return name.length > 0 && name.length <= MOST_NAME && !INVISIBLE.test(name) && !isImitation(name) ? name : null;
}

/** A program's home page; null if it is invalid. */
export function readClientUri(text: string): string | null {
  if (text.length > MOST_URI || !/^https?:\/\/[^/?#@\\\s]+(?:[/?#]|$)/i.test(text) || !URL.parse(text)) return null;
  // Normalized by the URL parser, with the host in ASCII.
  return new URL(text).href;
}

type Refuse = (what: string) => OauthError;

/** The name that a client gives itself. Throws what `refuse` makes of the rule. */
export function readName(value: unknown, refuse: Refuse): string {
  const name = typeof value === 'string' ? readClientName(value) : null;
  if (!name) throw refuse(`client_name ${CLIENT_NAME_RULE}.`);
  return name;
}

/** The client's home page; null without one. Throws what `refuse` makes of the rule. */
export function readHomePage(value: unknown, refuse: Refuse): string | null {
  if (value === undefined || value === null) return null;
  const homePage = typeof value === 'string' ? readClientUri(value) : null;
  if (!homePage) throw refuse('client_uri must be an http or https URL.');
  return homePage;
}

const MOST_LENGTH = 500;

/** RFC 8252, section 7.3: the program chooses the port at run time. Many programs use `localhost`. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(\/.*)?$/;

/** Without user information: `https://good.example@evil.example` would look like the good one. */
const HTTPS = /^https:\/\/[^/?@]+(?:[/?].*)?$/;

/** Reserved for our response; a client that has them in its address could receive a second value. */
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

/** Whether a request may use this address: exactly a registered one, except for a loopback's port. */
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

/** A program described by a document at its `client_id` (draft-ietf-oauth-client-id-metadata-document). */
export interface PublishedClient {
  /** The address, character for character. */
  id: string;
  name: string;
  homePage: string | null;
  /** The document's addresses that are permitted redirects. */
  redirectUris: string[];
}

/** The documents by which programs describe themselves, fetched when they are named and cached for a while. */
export interface ClientDocuments {
  /** Throws `invalid_client` if there is no document, `invalid_client_metadata` if it is invalid. */
  find(clientId: string, askedFrom: string): Promise<PublishedClient>;
}

const MOST_ADDRESS = 500;
const MOST_REDIRECTS = 100;

/** Whether a `client_id` is the address of a document; others are ids of registered clients, or names. */
export const isDocumentAddress = (clientId: string): boolean => /^https?:\/\//.test(clientId);

/**
 * What is wrong with an address as a `client_id`; null if nothing is. Only the normalized form is accepted, so two
 * spellings never name one program. Outbound requests check that it is public and https.
 */
export function documentAddressFault(clientId: string): string | null {
  if (clientId.length > MOST_ADDRESS || !/^[\x21-\x7e]+$/.test(clientId)) return `must be ASCII of at most ${MOST_ADDRESS} characters.`;
  const url = URL.parse(clientId);
  if (url?.href !== clientId) return 'must be an address in the form that a browser shows it.';
  if (url.username || url.password || clientId.includes('#')) return 'must have no user name, password or fragment.';
  return url.pathname === '/' ? 'must have a path.' : null;
}

/** The publisher of the requesting program, as far as known. */
interface ClientOrigin {
  /** The host that publishes its description; null without one. */
  publishedBy: string | null;
  isOriginVerified: boolean;
}

/**
 * Who publishes the requesting program. A document on a host proves nothing, as many hosts serve uploaded files; the
 * redirect must go to the same host over https. In the device flow the id is only the agent's claim: it is not
 * fetched, and nothing is redirected there.
 */
export function originOf(request: { flow: 'code' | 'device'; clientId: string; redirectUri?: string | null }): ClientOrigin {
  const { flow, clientId, redirectUri } = request;
  if (flow !== 'code' || !isDocumentAddress(clientId)) return { publishedBy: null, isOriginVerified: false };
  const { host: publishedBy } = new URL(clientId);
  const back = redirectUri ? new URL(redirectUri) : null;
  return { publishedBy, isOriginVerified: back?.protocol === 'https:' && back.host === publishedBy };
}

/** Parses the document of `clientId`. Throws `invalid_client_metadata`. */
export function readClientDocument(clientId: string, bytes: Buffer): PublishedClient {
  const document = parse(bytes);
  if (document.client_id !== clientId) throw refuse('its client_id is not the address it was found at.');
  if ('client_secret' in document) throw refuse('it holds a client_secret; what is published is no secret.');
  const { token_endpoint_auth_method: method = 'none', grant_types: grantTypes = ['authorization_code'] } = document;
  if (method !== 'none') throw refuse('token_endpoint_auth_method must be "none": clients are public here.');
  if (!(isTexts(grantTypes) && grantTypes.includes('authorization_code'))) throw refuse('grant_types must hold authorization_code.');
  return {
    id: clientId,
    name: readName(document.client_name ?? new URL(clientId).host, refuse),
    homePage: readHomePage(document.client_uri, refuse),
    redirectUris: readRedirects(document.redirect_uris),
  };
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document as Record<string, unknown>;
  } catch {
    // The same refusal as for JSON that is not an object.
  }
  throw refuse('it is no JSON object.');
}

/** Documents list addresses for every environment of a program, some in a form that is not permitted here. */
function readRedirects(value: unknown): string[] {
  if (!isTexts(value) || value.length > MOST_REDIRECTS) throw refuse(`redirect_uris must be a list of at most ${MOST_REDIRECTS} texts.`);
  const usable = value.filter((uri) => redirectUriFault(uri) === null);
  if (usable.length === 0) throw refuse('none of its redirect_uris is https, or http on 127.0.0.1, [::1] or localhost.');
  return usable;
}

export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const refuse = (what: string): OauthError =>
  new OauthError('invalid_client_metadata', `The document of the client cannot be used: ${what}`);
