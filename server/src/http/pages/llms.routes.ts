import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { protocolOperations } from '../openapi/oauth-paths.ts';
import { READER_PAGES } from './reader-pages.ts';

/** `GET /llms.txt`: a description of this service for language models, generated from the operations. */
export function addLlmsRoute(app: HttpServer, { config: { publicUrl } }: Services): void {
  let page: string | undefined;
  app.get('/llms.txt', { schema: { hide: true } }, async (_request, reply) => {
    page ??= describe(app, publicUrl);
    return reply.header('cache-control', 'public, max-age=300').type('text/plain; charset=utf-8').send(page);
  });
}

function describe(app: HttpServer, publicUrl: string): string {
  const operations = [...app.operations.values()].map(
    ({ operation, route }) => `- \`${route}\`: ${operation.summary}.${operation.scope ? ` Scope \`${operation.scope}\`.` : ''}`,
  );
  const protocols = protocolOperations().map(({ route, summary }) => `- \`${route}\`: ${summary}.`);
  return `# Countersign

> An AI agent prepares social posts, a person approves them, and only then are they published: exactly as approved, at most once, within the customer’s credits. No program can approve.

## Getting started
- Request access: POST ${publicUrl}/api/oauth/device_authorization (RFC 8628), show your user the code, then poll ${publicUrl}/api/oauth/token. The access token is the API key; send it as \`Authorization: Bearer …\`.
- Clients that register dynamically find the metadata at ${publicUrl}/.well-known/oauth-authorization-server.
- Send an \`Idempotency-Key\` with every POST, and the same one when you repeat the request: it takes effect only once.
- Every refusal is problem+json with a \`code\` and a \`remedy\`. Responses contain \`allowed_actions\`, and \`approval_url\` while a person must decide: give it to your user.
- Instead of polling, use \`?wait=30\` with GET /api/v1/publish-jobs/{job_id} or GET /api/v1/events?after=N, or the stream at /api/v1/events/stream.

## Documents
- [OpenAPI 3.1](${publicUrl}/api/openapi.json)
- [For developers](${publicUrl}/developers)
- [Every operation with examples, and every error](${publicUrl}/api-docs)
${Object.entries(READER_PAGES)
  .map(([name, { title }]) => `- [${title}](${publicUrl}/developers/${name})`)
  .join('\n')}
- MCP server, Streamable HTTP: ${publicUrl}/api/mcp

## Operations
${[...operations, ...protocols].join('\n')}
`;
}
