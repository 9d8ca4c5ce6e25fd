import { SCOPES, type Scope } from '../actor.ts';
import { GRANT_KINDS, type GrantKind } from '../grants/grant.entity.ts';
import { OauthError } from './oauth-error.ts';

/** The addresses that a key is valid for: all are the one resource server behind `/api`. */
export const RESOURCE_PATHS = ['', '/api', '/api/v1', '/api/mcp'] as const;

/** The `resource` of a request (RFC 8707), without a trailing slash; null if not given. */
export function readResource(publicUrl: string, resource: string | undefined): string | null {
  if (resource === undefined) return null;
  const named = resource.replace(/\/$/, '');
  if (!RESOURCE_PATHS.some((path) => named === `${publicUrl}${path}`)) {
    throw new OauthError(
      'invalid_target',
      `The resource is not one of this service. Known: ${RESOURCE_PATHS.map((path) => publicUrl + path).join(' ')}.`,
    );
  }
  return named;
}

/** An agent's default scopes, for a client that names none. The customer can reduce them. */
const DEFAULT_SCOPES: readonly Scope[] = ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read'];

/** The scopes of a `scope` parameter (RFC 6749, section 3.3); an unknown one refuses the whole request. */
export function readRequestedScopes(scope: string | undefined): Scope[] {
  const names = (scope ?? '').split(' ').filter(Boolean);
  if (names.length === 0) return [...DEFAULT_SCOPES];
  const known: readonly string[] = SCOPES;
  if (!names.every((name) => known.includes(name))) {
    throw new OauthError('invalid_scope', `A scope does not exist. Known scopes: ${SCOPES.join(' ')}.`);
  }
  return SCOPES.filter((name) => names.includes(name));
}

/** Our parameter `kind`: the requested kind of access. */
export function readRequestedKind(kind: string | undefined): GrantKind {
  const known = GRANT_KINDS.find((name) => name === (kind ?? 'agent'));
  if (!known) throw new OauthError('invalid_request', `kind must be one of ${GRANT_KINDS.join(', ')}.`);
  return known;
}

/** A person's own program may only read. */
export function readIntegrationScopes(scope: string | undefined): Scope[] {
  if (readRequestedScopes(scope ?? 'read').some((name) => name !== 'read')) {
    throw new OauthError('invalid_scope', 'An integration gets the scope read alone. Ask as an agent for more.');
  }
  return ['read'];
}
