import type { JsonObject } from '../platform.ts';
import { type Container, createContainers, ok, refusal } from './fake-container.ts';
import type { FakeServerSpec, Reply } from './fake-server.ts';

export const THREADS_TOKEN = 'THAA-threads-token-secret';
export const THREADS_CLIENT = { id: 'threads-client', secret: 'threads-client-secret' };

/**
 * developers.facebook.com, Threads API: containers and their status, threads_publish (which accepts a container
 * once), the account's posts, and tokens of an hour and of 60 days.
 */
export function createFakeThreads(): FakeServerSpec & { containers: Container[]; faults: string[] } {
  const { containers, faults, route } = createContainers({
    textField: 'text',
    statusField: 'status',
    reason: { field: 'error_message', inError: 'FAILED_PROCESSING_VIDEO' },
    createPath: '/v1.0/17/threads',
    listPath: '/v1.0/17/threads',
    repliesPath: '/v1.0/17/replies',
    publishPath: '/v1.0/17/threads_publish',
    permalink: 'https://www.threads.net/@harbour/post/',
  });
  return {
    containers,
    faults,
    isPublishing: ({ method, path }) => method === 'POST' && path === '/v1.0/17/threads_publish',
    async handle(request): Promise<Reply | undefined> {
      const form = request.body as JsonObject | null;
      if (request.path === '/oauth/access_token') return exchange(form);
      if (request.path === '/access_token' || request.path === '/refresh_access_token') {
        return ok({ access_token: THREADS_TOKEN, token_type: 'bearer', expires_in: 5_184_000 });
      }
      const token = request.query.get('access_token') ?? form?.access_token;
      if (token !== THREADS_TOKEN) return refusal(400, 190, 'Invalid OAuth access token.');
      if (request.path === '/v1.0/me') return ok({ id: '17', username: 'harbour' });
      if (form && !isWellFormed(form)) return refusal(400, 100, 'Invalid parameter');
      return route(request, form);
    },
    refusals: {
      limited: () => refusal(400, 4, '(#4) Application request limit reached', { is_transient: true }),
      revoked: (secret) => refusal(400, 190, `Error validating access token ${secret}`),
      refused: (secret) => refusal(400, 100, `Param text must be at most 500 characters long. ${secret}`),
      unknownCall: () => refusal(404, 100, 'Unsupported request'),
    },
  };
}

/** Every container has a media type, and its required fields. */
function isWellFormed(form: JsonObject): boolean {
  if (form.creation_id !== undefined) return true;
  const needs = { TEXT: 'text', IMAGE: 'image_url', VIDEO: 'video_url', CAROUSEL: 'children' }[String(form.media_type)];
  return needs !== undefined && typeof form[needs] === 'string';
}

function exchange(form: JsonObject | null): Reply {
  if (form?.code !== 'code-1' || form.client_secret !== THREADS_CLIENT.secret) {
    return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' } };
  }
  return ok({ access_token: 'THAA-short', user_id: 17 });
}
