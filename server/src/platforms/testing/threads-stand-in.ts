import type { JsonObject } from '../platform.ts';
import type { Reply, SeenRequest, StandInSpec } from './stand-in.ts';

export const THREADS_TOKEN = 'THAA-threads-token-secret';
export const THREADS_CLIENT = { id: 'threads-client', secret: 'threads-client-secret' };

interface Container {
  id: string;
  text: string;
  status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED';
  postId: string | null;
}

/**
 * developers.facebook.com, Threads API: containers and their status, threads_publish (which takes a
 * container once), the account's posts, and tokens of an hour and of 60 days.
 */
export function createThreadsStandIn(): StandInSpec & { containers: Container[] } {
  const containers: Container[] = [];
  return {
    containers,
    isPublishing: ({ method, path }) => method === 'POST' && path === '/v1.0/17/threads_publish',
    handle(request): Reply | undefined {
      const form = request.body as JsonObject | null;
      if (request.path === '/oauth/access_token') return exchange(form);
      if (request.path === '/access_token' || request.path === '/refresh_access_token') {
        return ok({ access_token: THREADS_TOKEN, token_type: 'bearer', expires_in: 5_184_000 });
      }
      const token = request.query.get('access_token') ?? form?.access_token;
      if (token !== THREADS_TOKEN) return refusal(400, 190, 'Invalid OAuth access token.');
      return route(containers, request, form);
    },
    refusals: {
      limited: () => refusal(400, 4, 'Application request limit reached'),
      revoked: (secret) => refusal(400, 190, `Error validating access token ${secret}`),
      refused: (secret) => refusal(400, 100, `Param text must be at most 500 characters long. ${secret}`),
      unknownCall: () => refusal(404, 100, 'Unsupported request'),
    },
  };
}

function route(containers: Container[], { path, method }: SeenRequest, form: JsonObject | null): Reply | undefined {
  if (path === '/v1.0/me') return ok({ id: '17', username: 'harbour' });
  if (path === '/v1.0/17/threads' && method === 'POST') return create(containers, form);
  if (path === '/v1.0/17/threads') return ok({ data: containers.filter(({ postId }) => postId !== null).map(present) });
  if (path === '/v1.0/17/threads_publish') return publish(containers, form);
  const id = path.replace('/v1.0/', '');
  const container = containers.find((each) => each.id === id);
  if (container) return ok({ id, status: container.status });
  const posted = containers.find((each) => each.postId === id);
  return posted && ok(present(posted));
}

function create(containers: Container[], form: JsonObject | null): Reply {
  const container: Container = { id: String(500 + containers.length), text: String(form?.text), status: 'FINISHED', postId: null };
  containers.push(container);
  return ok({ id: container.id });
}

function publish(containers: Container[], form: JsonObject | null): Reply {
  const container = containers.find(({ id }) => id === form?.creation_id);
  if (container?.status !== 'FINISHED') return refusal(400, 24, 'The requested resource does not exist');
  Object.assign(container, { status: 'PUBLISHED', postId: String(900 + containers.length) });
  return ok({ id: container.postId });
}

function present({ postId, text }: Container): JsonObject {
  return { id: postId, text, permalink: `https://www.threads.net/@harbour/post/${postId}` };
}

function exchange(form: JsonObject | null): Reply {
  if (form?.code !== 'code-1' || form.client_secret !== THREADS_CLIENT.secret) {
    return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' } };
  }
  return ok({ access_token: 'THAA-short', user_id: 17 });
}

const ok = (body: JsonObject): Reply => ({ status: 200, body });
const refusal = (status: number, code: number, message: string): Reply => ({
  status,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1' } },
});
