import type { Context } from '../../../context.ts';
import { assertTransaction } from '../../../db/transaction.ts';
import { newId } from '../../../new-id.ts';
import { OauthError } from '../oauth-error.ts';
import { CLIENT_NAME_RULE, readClientName, readClientUri, redirectUriFault } from './client-document.ts';
import { CLIENT_GRANT_TYPES, type ClientGrantType, OauthClient } from './oauth-client.entity.ts';

const MOST_REDIRECTS = 10;

/**
 * Registers a public client (RFC 7591). It only gets an id: registration grants no access, it gives the grant screen
 * a name and redirects to check a request against.
 */
export async function registerClient(ctx: Context, metadata: Record<string, unknown>): Promise<OauthClient> {
  assertTransaction(ctx);
  const { token_endpoint_auth_method: method = 'none' } = metadata;
  if (method !== 'none') throw refuse('Only public clients are registered: token_endpoint_auth_method must be "none".');
  const grantTypes = readGrantTypes(metadata.grant_types);
  const redirectUris = readRedirectUris(metadata.redirect_uris, grantTypes);
  const now = ctx.clock.now();
  const client = ctx.em.create(OauthClient, {
    id: newId('oac'),
    name: readName(metadata.client_name),
    homePage: readHomePage(metadata.client_uri),
    redirectUris,
    grantTypes,
    createdAt: now,
    lastUsedAt: now,
  });
  await ctx.em.flush();
  return client;
}

/** Unsupported types (refresh tokens, for instance) are left out of the registration, as section 2 allows. */
function readGrantTypes(value: unknown = ['authorization_code']): ClientGrantType[] {
  const grantTypes = isTexts(value) ? CLIENT_GRANT_TYPES.filter((type) => value.includes(type)) : [];
  if (grantTypes.length === 0) throw refuse(`grant_types must hold one of ${CLIENT_GRANT_TYPES.join(', ')}.`);
  return grantTypes;
}

function readRedirectUris(value: unknown = [], grantTypes: readonly ClientGrantType[]): string[] {
  if (!isTexts(value) || value.length > MOST_REDIRECTS)
    throw new OauthError('invalid_redirect_uri', `redirect_uris must be a list of at most ${MOST_REDIRECTS}.`);
  if (value.length === 0 && grantTypes.includes('authorization_code'))
    throw new OauthError('invalid_redirect_uri', 'redirect_uris must not be empty.');
  for (const uri of value) {
    const fault = redirectUriFault(uri);
    if (fault) throw new OauthError('invalid_redirect_uri', `Each of redirect_uris ${fault}`);
  }
  return value;
}

function readName(value: unknown = 'Unnamed agent'): string {
  const name = typeof value === 'string' ? readClientName(value) : null;
  if (!name) throw refuse(`client_name ${CLIENT_NAME_RULE}.`);
  return name;
}

function readHomePage(value: unknown): string | null {
  if (value === undefined) return null;
  const homePage = typeof value === 'string' ? readClientUri(value) : null;
  if (!homePage) throw refuse('client_uri must be an http or https URL.');
  return homePage;
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string');
const refuse = (description: string): OauthError => new OauthError('invalid_client_metadata', description);
