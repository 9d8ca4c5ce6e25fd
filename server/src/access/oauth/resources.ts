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
