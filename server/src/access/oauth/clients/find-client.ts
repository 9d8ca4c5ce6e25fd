import type { Context } from '../../../context.ts';
import { assertTransaction } from '../../../db/transaction.ts';
import { newId } from '../../../new-id.ts';
import { OauthError } from '../oauth-error.ts';
import { CLIENT_NAME_RULE, isDocumentAddress, isImitation, isTexts, readHomePage, readName, redirectUriFault } from './client-document.ts';
import { CLIENT_GRANT_TYPES, type ClientGrantType, OauthClient } from './oauth-client.entity.ts';

export interface KnownClient {
  clientId: string;
  name: string;
  homePage: string | null;
}

const REGISTERED = 'oac_';

/** A registered client that may use this flow. Throws `invalid_client` or `unauthorized_client`. */
export async function findRegisteredClient(ctx: Context, clientId: string | undefined, grantType: ClientGrantType): Promise<OauthClient> {
  if (clientId === undefined) throw new OauthError('invalid_request', 'client_id is missing.');
  const client = clientId.startsWith(REGISTERED) ? await ctx.em.findOne(OauthClient, { id: clientId }) : null;
  if (!client) throw new OauthError('invalid_client', 'The client is not registered. Register it at the registration_endpoint.');
  // Registered before imitating names were refused.
  if (isImitation(client.name))
    throw new OauthError('invalid_client', `client_name ${CLIENT_NAME_RULE}. Register the client with another one.`);
  if (!client.grantTypes.includes(grantType)) throw new OauthError('unauthorized_client', `The client is not registered for ${grantType}.`);
  return client;
}

/** A client of the code flow, however it is identified, with its redirect addresses. */
interface CodeClient extends KnownClient {
  redirectUris: readonly string[];
  /** Its metadata come from the document at its id; it has no row here. */
  isPublished: boolean;
}

/**
 * Throws `invalid_client`, `invalid_client_metadata` or `unauthorized_client`. Fetches the document of a client whose
 * id is an address.
 */
export async function findCodeClient(ctx: Context, clientId: string | undefined, askedFrom: string): Promise<CodeClient> {
  if (clientId !== undefined && isDocumentAddress(clientId)) {
    const { id, ...client } = await ctx.clientDocuments.find(clientId, askedFrom);
    return { ...client, clientId: id, isPublished: true };
  }
  const { id, name, homePage, redirectUris } = await findRegisteredClient(ctx, clientId, 'authorization_code');
  return { clientId: id, name, homePage: homePage ?? null, redirectUris, isPublished: false };
}

/**
 * The client of a device flow: a registered one, or an unknown agent, which names itself. Either way the name is the
 * program's own claim, for the customer to judge.
 */
export async function describeDeviceClient(
  ctx: Context,
  input: { clientId: string | undefined; clientName: string | undefined; clientUri: string | undefined },
): Promise<KnownClient> {
  const { clientId, clientName, clientUri } = input;
  if (clientId?.startsWith(REGISTERED)) {
    const client = await findRegisteredClient(ctx, clientId, 'urn:ietf:params:oauth:grant-type:device_code');
    await ctx.em.nativeUpdate(OauthClient, { id: client.id }, { lastUsedAt: ctx.clock.now() });
    return { clientId, name: client.name, homePage: client.homePage ?? null };
  }
  if (clientId === undefined) throw new OauthError('invalid_request', 'client_id is missing.');
  if (!/^[\x21-\x7e]{1,200}$/.test(clientId))
    throw new OauthError('invalid_client', 'client_id must be 1 to 200 visible ASCII characters.');
  const refuseRequest = (what: string): OauthError => new OauthError('invalid_request', what);
  return { clientId, name: readName(clientName ?? clientId, refuseRequest), homePage: readHomePage(clientUri, refuseRequest) };
}

/** When a client was registered; null if it is not. */
export async function registeredSince(ctx: Context, clientId: string): Promise<Date | null> {
  if (!clientId.startsWith(REGISTERED)) return null;
  return (await ctx.em.findOne(OauthClient, { id: clientId }))?.createdAt ?? null;
}

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
    name: readName(metadata.client_name ?? 'Unnamed agent', refuse),
    homePage: readHomePage(metadata.client_uri, refuse),
    redirectUris,
    grantTypes,
    createdAt: now,
    lastUsedAt: now,
  });
  await ctx.em.flush();
  return client;
}

/** Unsupported types (refresh tokens, for example) are omitted from the registration, as section 2 allows. */
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

const refuse = (description: string): OauthError => new OauthError('invalid_client_metadata', description);
