import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import type { PlatformOauth } from '../platform.ts';
import { identifyOnSlack, readRefusal } from './identify-on-slack.ts';

/** docs.slack.dev, installing with OAuth, and oauth.v2.access. */
export function createSlackOauth(outbound: Outbound, client: OauthClient | undefined, base: string): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'Slack',
    prefix: 'SLACK',
    client,
    authorizeUrl: `${base}/oauth/v2/authorize`,
    // `incoming-webhook` makes Slack ask the person for the channel; the webhook itself is not stored.
    scope: 'chat:write,files:write,incoming-webhook',
    readRefusal,
    async exchange({ api, client: { id, secret }, code, redirectUri }) {
      const form = { code, redirect_uri: redirectUri, client_id: id, client_secret: secret };
      const { body } = await api.ask({ url: `${base}/api/oauth.v2.access`, form });
      const account = {
        botToken: requiredText('Slack', body, 'access_token'),
        channel: requiredText('Slack', body, 'incoming_webhook', 'channel_id'),
        channelName: (textAt(body, 'incoming_webhook', 'channel') ?? '').replace(/^#/, ''),
      };
      return [await identifyOnSlack(base, { account, api })];
    },
  });
}
