import type { JsonObject } from '../platform.ts';
import type { SeenComment } from './comments-contract.ts';
import { type Container, createContainers, type FetchPicture, ok, refusal } from './fake-container.ts';
import type { FakeServerSpec, Reply } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const INSTAGRAM_TOKEN = 'IGAA-instagram-token-secret';
export const INSTAGRAM_CLIENT = { id: 'instagram-client', secret: 'instagram-client-secret' };

const NAMES = {
  textField: 'caption',
  statusField: 'status_code',
  reason: { field: 'status', inError: 'Error: Media upload has failed with error code 2207082' },
  postFields: ['like_count', 'comments_count'],
  createPath: '/v24.0/178/media',
  listPath: '/v24.0/178/media',
  publishPath: '/v24.0/178/media_publish',
  permalink: 'https://www.instagram.com/p/',
};

/** `by` is who wrote it, where that is not the account. */
type InstagramComment = SeenComment & { by?: string };

export interface FakeInstagram extends FakeServerSpec {
  containers: Container[];
  /** What the next containers fail with, one each. */
  faults: string[];
  comments: InstagramComment[];
  /** Posts of the last 24 hours, of those that the account may publish. */
  quota: { used: number; total: number };
  /** What the person allowed. */
  scopes: string[];
}

/**
 * developers.facebook.com, Instagram API with Instagram Login: containers and their status_code,
 * carousels, media_publish, content_publishing_limit, and tokens of an hour and of 60 days.
 */
export function createFakeInstagram(fetchPicture?: FetchPicture): FakeInstagram {
  const quota = { used: 0, total: 100 };
  const { containers, faults, route } = createContainers(NAMES, fetchPicture);
  const comments: InstagramComment[] = [];
  return {
    containers,
    faults,
    comments,
    quota,
    scopes: ['instagram_business_basic', 'instagram_business_content_publish', 'instagram_business_manage_comments'],
    isPublishing: ({ method, path }) => method === 'POST' && path === '/v24.0/178/media_publish',
    async handle(request): Promise<Reply | undefined> {
      const form = request.body as JsonObject | null;
      if (request.path === '/oauth/access_token') return exchange(form, this.scopes);
      if (request.path === '/access_token' || request.path === '/refresh_access_token') return renew(request);
      const token = request.query.get('access_token') ?? form?.access_token;
      if (token !== INSTAGRAM_TOKEN) return refusal(400, 190, 'Invalid OAuth access token.');
      if (request.path === '/v24.0/me') return ok({ user_id: '178', username: 'harbour' });
      if (request.path === '/v24.0/178/content_publishing_limit') return ok({ data: [limitOf(quota)] });
      if (request.path.endsWith('/insights')) return insightsOf(request);
      const [, under] = /^\/v24\.0\/(\w+)\/comments$/.exec(request.path) ?? [];
      if (under) return commentsUnder(comments, under, form);
      const needed = form?.media_type === 'REELS' ? 'video_url' : 'image_url';
      if (form && form.creation_id === undefined && !form[needed] && form.media_type !== 'CAROUSEL') {
        return refusal(400, 100, `The parameter ${needed} is required`);
      }
      return route(request, form);
    },
    refusals: {
      limited: () => refusal(400, 4, '(#4) Application request limit reached', { is_transient: true }),
      revoked: (secret) => refusal(400, 190, `Error validating access token ${secret}`),
      refused: (secret) => refusal(400, 36_003, `The image's aspect ratio is not supported. ${secret}`),
      unknownCall: () => refusal(404, 100, 'Unsupported request'),
    },
  };
}

/** IG Media, Insights: one metric that a picture does not have refuses all of them (github.com/exileum/meta-mcp issue 120). */
function insightsOf({ query }: SeenRequest): Reply {
  const names = query.get('metric')?.split(',') ?? [];
  if (names.includes('shares')) return refusal(400, 100, '(#100) The metric shares is not supported for this media type');
  return ok({ data: names.map((name) => ({ name, period: 'lifetime', values: [{ value: 12 }] })) });
}

/** IG Media, Comments. */
function commentsUnder(comments: InstagramComment[], under: string, form: JsonObject | null): Reply {
  if (form) comments.push({ text: String(form.message), under });
  if (form) return ok({ id: String(9_000 + comments.length) });
  const shown = comments.map(({ text, under: on, by = 'harbour' }, index) => ({
    ...{ id: String(9_001 + index), text, on },
    from: { id: `scoped-${by}`, username: by },
  }));
  return ok({ data: shown.filter(({ on }) => on === under) });
}

function limitOf({ used, total }: FakeInstagram['quota']): JsonObject {
  return { quota_usage: used, config: { quota_total: total, quota_duration: 86_400 } };
}

function exchange(form: JsonObject | null, granted: readonly string[]): Reply {
  if (form?.code !== 'code-1' || form.client_secret !== INSTAGRAM_CLIENT.secret || form.grant_type !== 'authorization_code') {
    return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' } };
  }
  return ok({ access_token: 'IGAA-short', user_id: 178, permissions: granted.join(',') });
}

function renew({ path, query }: SeenRequest): Reply {
  const isExchange =
    path === '/access_token' && query.get('grant_type') === 'ig_exchange_token' && query.get('access_token') === 'IGAA-short';
  const isRefresh = query.get('grant_type') === 'ig_refresh_token' && query.get('access_token') === INSTAGRAM_TOKEN;
  if (!isExchange && !isRefresh) return refusal(400, 190, 'Invalid OAuth access token.');
  return ok({ access_token: INSTAGRAM_TOKEN, token_type: 'bearer', expires_in: 5_184_000 });
}
