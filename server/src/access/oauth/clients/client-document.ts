import { OauthError } from '../oauth-error.ts';
import { CLIENT_NAME_RULE, readClientName, readClientUri } from './client-texts.ts';
import { redirectUriFault } from './redirect-uris.ts';

/** A program described by a document at its `client_id` (draft-ietf-oauth-client-id-metadata-document). */
export interface PublishedClient {
  /** The address, character for character. */
  id: string;
  name: string;
  homePage: string | null;
  /** The document's addresses that are permitted redirects. */
  redirectUris: string[];
}

/** The documents by which programs describe themselves, fetched when they are named and remembered for a while. */
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
export interface ClientOrigin {
  /** The host at which it is described; null where it is described nowhere. */
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
    name: readName(document.client_name ?? new URL(clientId).host),
    homePage: readHomePage(document.client_uri),
    redirectUris: readRedirects(document.redirect_uris),
  };
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document as Record<string, unknown>;
  } catch {
    // The same refusal as for JSON that is no object.
  }
  throw refuse('it is no JSON object.');
}

function readName(value: unknown): string {
  const name = typeof value === 'string' ? readClientName(value) : null;
  if (!name) throw refuse(`client_name ${CLIENT_NAME_RULE}.`);
  return name;
}

function readHomePage(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const homePage = typeof value === 'string' ? readClientUri(value) : null;
  if (!homePage) throw refuse('client_uri must be an http or https URL.');
  return homePage;
}

/** Documents list addresses for every environment of a program, some of a form that is not permitted here. */
function readRedirects(value: unknown): string[] {
  if (!isTexts(value) || value.length > MOST_REDIRECTS) throw refuse(`redirect_uris must be a list of at most ${MOST_REDIRECTS} texts.`);
  const usable = value.filter((uri) => redirectUriFault(uri) === null);
  if (usable.length === 0) throw refuse('none of its redirect_uris is https, or http on 127.0.0.1, [::1] or localhost.');
  return usable;
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const refuse = (what: string): OauthError =>
  new OauthError('invalid_client_metadata', `The document of the client cannot be used: ${what}`);
