import swagger from '@fastify/swagger';
import { SCOPES, type Scope } from '../../access/actor.ts';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { etagOf, isKnown } from '../engine/perform-operation.ts';
import { type ApiDocument, finishDocument } from './document.ts';

const SCOPE_TEXTS: Record<Scope, string> = {
  'drafts:write': 'Make, change and archive drafts.',
  'captions:write': 'Write words for drafts.',
  'payloads:write': 'Prepare payloads.',
  'jobs:write': 'Submit drafts, cancel and retry publish jobs.',
  read: 'Read what is in the workspace.',
  'publish:auto': 'Publish without asking, where the workspace allows it.',
  'webhooks:write': 'Register webhooks.',
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
          'AI agents prepare social posts, people countersign them, and only then does anything go out. The API is in preview. Errors are RFC 9457 problem details. In a body, null for an optional field is the same as leaving it out, unless the field gives null a meaning of its own.',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'For developers', url: `${config.publicUrl}/developers` },
      },
      servers: [{ url: config.publicUrl, description: 'This service, in production.' }],
      tags: [
        { name: 'Drafts', description: 'Source content for a set of platforms.' },
        { name: 'Media', description: 'Pictures that go with posts.' },
        { name: 'Captions', description: 'The words and tags for each platform.' },
        { name: 'Payloads', description: 'Exactly what each connected account would get.' },
        { name: 'Usage', description: 'Credits, and what publishing would cost.' },
        { name: 'Approvals', description: 'Approval requests and decisions.' },
        { name: 'Comments', description: 'Comments on drafts by people, agents and clients.' },
        { name: 'Publish jobs', description: 'Publishing under control.' },
        { name: 'Events', description: 'What has happened, in order.' },
        { name: 'Webhooks', description: 'Webhook endpoints and deliveries (Standard Webhooks 1.0).' },
        { name: 'Platforms', description: "The platforms' rules as data, and the accounts that are connected there." },
        { name: 'Access', description: 'The grant behind a key.' },
        { name: 'Named operations', description: 'The same operations under the names of the public page.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'The API key of a grant: `Authorization: Bearer <API_KEY>`.' },
          oauth2: {
            type: 'oauth2',
            description:
              'How a program gets a key: a person of the customer allows it, with these scopes or fewer (also by the device flow, RFC 8628).',
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
