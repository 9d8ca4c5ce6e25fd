import type { JsonObject } from '../platform.ts';
import type { Reply, SeenRequest, StandInSpec } from './stand-in.ts';

export const SLACK_TOKEN = 'xoxb-1234-slack-secret';
export const SLACK_CHANNEL = 'C0123456789';

/** docs.slack.dev: auth.test, conversations.info, chat.postMessage and oauth.v2.access. Refusals come with status 200. */
export function createSlackStandIn(): StandInSpec & { texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    isPublishing: ({ path }) => path === '/api/chat.postMessage',
    handle(request) {
      if (request.path === '/api/oauth.v2.access') return exchange(request);
      if (request.headers.authorization !== `Bearer ${SLACK_TOKEN}`) return refusal('invalid_auth');
      const body = request.body as JsonObject;
      if (request.path === '/api/auth.test')
        return ok({ url: 'https://harbour.slack.example/', team: 'Harbour', team_id: 'T1', user_id: 'U1' });
      if (request.path === '/api/conversations.info') return refusal('missing_scope');
      if (request.path !== '/api/chat.postMessage') return undefined;
      if (body.channel !== SLACK_CHANNEL) return refusal('channel_not_found');
      texts.push(String(body.text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
      return ok({ channel: SLACK_CHANNEL, ts: `1700000000.00000${texts.length}` });
    },
    refusals: {
      limited: () => ({ status: 429, body: { ok: false, error: 'ratelimited' } }),
      revoked: () => refusal('token_revoked'),
      refused: () => refusal('msg_too_long'),
      unknownCall: () => refusal('unknown_method'),
    },
  };
}

function exchange({ body }: SeenRequest): Reply {
  const { code, client_secret: secret } = body as JsonObject;
  if (code !== 'code-1' || secret !== 'slack-client-secret') return refusal('invalid_code');
  return ok({
    access_token: SLACK_TOKEN,
    token_type: 'bot',
    team: { id: 'T1', name: 'Harbour' },
    incoming_webhook: { channel: '#news', channel_id: SLACK_CHANNEL, url: 'https://hooks.slack.example/secret' },
  });
}

const ok = (body: JsonObject): Reply => ({ status: 200, body: { ok: true, ...body } });
const refusal = (error: string): Reply => ({ status: 200, body: { ok: false, error } });
