import swagger from '@fastify/swagger';
import { SCOPES, type Scope } from '../../access/actor.ts';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { etagOf, isKnown } from '../engine/perform-operation.ts';
import { type ApiDocument, finishDocument } from './document.ts';

const SCOPE_TEXTS: Record<Scope, string> = {
  'drafts:write': 'Create, change and archive drafts.',
  'captions:write': 'Write captions for drafts.',
  'payloads:write': 'Prepare payloads.',
  'jobs:write': 'Submit drafts, cancel and retry publish jobs.',
  read: 'Read the workspace.',
  'publish:auto': 'Publish without approval, if the workspace allows it.',
  'webhooks:write': 'Manage webhook endpoints.',
};

/** Collects the schemas of the routes that are added after it into one OpenAPI 3.1 document. */
export async function registerOpenapi(app: HttpServer, { config }: Pick<Services, 'config'>): Promise<void> {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countersign API',
        version: '1.0.0-preview',
        description:
          'AI agents prepare social posts, people countersign them, and only then are they published. The API is in preview. Errors are RFC 9457 problem details. In request bodies, null for an optional field means that it is omitted, unless the field’s description gives null a different meaning.',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'For developers', url: `${config.publicUrl}/developers` },
      },
      servers: [{ url: config.publicUrl, description: 'The production server.' }],
      tags: [
        { name: 'Drafts', description: 'Source texts for a set of platforms.' },
        { name: 'Media', description: 'Pictures, videos, documents and subtitles for posts.' },
        { name: 'Captions', description: 'The text and hashtags for each platform.' },
        { name: 'Payloads', description: 'The exact content for each connected account.' },
        { name: 'Usage', description: 'Credits, usage and the cost of publishing.' },
        { name: 'Approvals', description: 'Approval requests and decisions.' },
        { name: 'Comments', description: 'Comments on drafts by people, agents and clients.' },
        { name: 'Publish jobs', description: 'Publishing, with its gates, results and evidence.' },
        { name: 'Events', description: 'Everything that happens in the workspace, in order.' },
        { name: 'Webhooks', description: 'Webhook endpoints and deliveries (Standard Webhooks 1.0).' },
        { name: 'Platforms', description: 'The platforms with their rules, and the connected accounts.' },
        { name: 'Access', description: 'The grant behind a key.' },
        { name: 'Named operations', description: 'The same operations under the names used on the website.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'The API key of a grant: `Authorization: Bearer <API_KEY>`.' },
          oauth2: {
            type: 'oauth2',
            description:
              'How a program gets a key: a person at the customer authorizes it, with these scopes or fewer. The device flow (RFC 8628) is also supported.',
            flows: {
              authorizationCode: {
                authorizationUrl: `${config.publicUrl}/api/oauth/authorize`,
                tokenUrl: `${config.publicUrl}/api/oauth/token`,
                scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_TEXTS[scope]])),
              },
            },
          },
        },
      },
    },
  });
}

/** The complete description of the operations of `app`, once all of them are added. */
export const describeApi = (app: HttpServer, { config }: Pick<Services, 'config'>): ApiDocument =>
  finishDocument(app.swagger(), app.operations.values(), config.publicUrl);

/** `GET /api/openapi.json`; the document is built once, when the server is ready. */
export function addOpenapiRoute(app: HttpServer, services: Services): void {
  let document: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    document ??= JSON.stringify(describeApi(app, services));
    const etag = etagOf(document);
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
