import { SCOPES } from '../../access/actor.ts';
import { CLIENT_GRANT_TYPES } from '../../access/oauth/clients/oauth-client.entity.ts';
import { RESOURCE_PATHS } from '../../access/oauth/requested-scopes.ts';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';

/** Public and the same for everyone; a program in a browser may read them from any origin. */
const HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

const schema = { hide: true };

/**
 * The two documents from which a client discovers everything else. Clients that know only the address of a resource
 * insert its path (RFC 8414, section 3.1; RFC 9728, section 3.1), so those forms work too; the issuer is the origin.
 */
export function addWellKnownRoutes(app: HttpServer, services: Services): void {
  const { publicUrl } = services.config;
  for (const path of RESOURCE_PATHS) {
    app.get(`/.well-known/oauth-authorization-server${path}`, { schema }, async (_request, reply) =>
      reply.headers(HEADERS).send(serverMetadata(publicUrl)),
    );
    app.get(`/.well-known/oauth-protected-resource${path}`, { schema }, async (_request, reply) =>
      reply.headers(HEADERS).send(resourceMetadata(publicUrl, path)),
    );
  }
}

/** RFC 8414. */
function serverMetadata(publicUrl: string): object {
  const oauth = `${publicUrl}/api/oauth`;
  return {
    issuer: publicUrl,
    authorization_endpoint: `${oauth}/authorize`,
    token_endpoint: `${oauth}/token`,
    device_authorization_endpoint: `${oauth}/device_authorization`,
    revocation_endpoint: `${oauth}/revoke`,
    introspection_endpoint: `${oauth}/introspect`,
    registration_endpoint: `${oauth}/register`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: CLIENT_GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    introspection_endpoint_auth_methods_supported: ['none', 'Bearer'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: RESOURCE_PATHS.map((path) => publicUrl + path),
    service_documentation: `${publicUrl}/api-docs`,
  };
}

/** RFC 9728. */
function resourceMetadata(publicUrl: string, path: string): object {
  return {
    resource: publicUrl + path,
    resource_name: 'Countersign',
    authorization_servers: [publicUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/api-docs`,
  };
}
