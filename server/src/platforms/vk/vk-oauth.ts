import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Json } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { readRefusal } from './read-refusal.ts';

export interface VkHosts {
  api: string;
  site: string;
}

/** The version of VK's published schema (github.com/VKCOM/vk-api-schema). */
const VERSION = '5.199';
/** `wall`, `photos` and `video` for posts, `groups` for the communities of a person. */
const SCOPE = 'vkid.personal_info wall photos video groups';

const WALL_FIELD: ConnectField = {
  name: 'community',
  label: 'Community',
  help: 'The name of the community that is posted to. Leave it empty for the person’s own wall.',
  isSecret: false,
  isOptional: true,
};

/** id.vk.com, VK ID, authorization without SDK: OAuth 2.1 with PKCE; the redirect brings a `device_id` with the code. */
export function createVkOauth(outbound: Outbound, client: OauthClient | undefined, { api: base, site }: VkHosts) {
  return createRenewableFlow({
    outbound,
    label: 'VK',
    prefix: 'VK',
    client,
    authorizeUrl: `${site}/authorize`,
    scope: SCOPE,
    hasPkce: true,
    fields: [WALL_FIELD],
    readRefusal,
    tokenUrl: `${site}/oauth2/auth`,
    request: ({ id, secret }, { deviceId }) => ({
      form: { client_id: id, client_secret: secret, ...(deviceId && { device_id: deviceId }) },
    }),
    exchangeForm({ state, deviceId }) {
      if (!deviceId) throw new ConnectError(say`VK sent no device id. Start again.`);
      return { state, device_id: deviceId };
    },
    async identify({ api, account: tokens, body, deviceId = '', entered }) {
      const account = { ...tokens, deviceId };
      const community = (entered.community ?? '').trim();
      const ownerId = community === '' ? requiredText('VK', body, 'user_id') : `-${await communityId(base, api, account, community)}`;
      return identifyWall({ api: base, site }, { api, account: { ...account, ownerId } });
    },
  });
}

/** The wall's owner: a person, or a community by its negative id. */
export async function identifyWall({ api: base }: VkHosts, { api, account }: Pick<Call, 'api' | 'account'>): Promise<ConnectedAccount> {
  const { ownerId = '' } = account;
  const credentials = { ...account, ownerId };
  if (ownerId.startsWith('-')) {
    const group = await ask(base, api, account, 'groups.getById', { group_id: ownerId.slice(1) });
    const [found = null] = [...listAt(group, 'groups'), ...listAt(group)];
    return { handle: textAt(found, 'name') ?? ownerId, externalId: ownerId, credentials };
  }
  const [user = null] = listAt(await ask(base, api, account, 'users.get', { user_ids: ownerId }));
  const name = ['first_name', 'last_name'].flatMap((part) => textAt(user, part) ?? []).join(' ');
  return { handle: name || ownerId, externalId: requiredText('VK', user, 'id'), credentials };
}

/** groups.get: the communities that the person may publish for; by name, short name or id. */
async function communityId(base: string, api: Api, account: AccountValues, entered: string): Promise<string> {
  const groups = await ask(base, api, account, 'groups.get', { filter: 'editor', extended: '1', count: '1000' });
  const wanted = entered.replace(/^(https?:\/\/)?(m\.)?vk\.(com|ru)\//i, '');
  const items = listAt(groups, 'items');
  const byShortName = items.find((group) => textAt(group, 'screen_name')?.toLowerCase() === wanted.toLowerCase());
  if (byShortName) return requiredText('VK', byShortName, 'id');
  const places = items.map((group): PostingPlace => ({ id: requiredText('VK', group, 'id'), name: textAt(group, 'name') ?? '' }));
  return pickPlace('VK', wanted, places).id;
}

/** One method of VK's API that publishes nothing; returns its `response`. */
export async function ask(base: string, api: Api, account: AccountValues, method: string, form: Record<string, string>): Promise<Json> {
  const { body } = await api.ask({ url: `${base}/${method}`, form: formOf(account, form) });
  return at(body, 'response') ?? null;
}

export const formOf = ({ accessToken = '' }: AccountValues, form: Record<string, string>): Record<string, string> => ({
  ...form,
  access_token: accessToken,
  v: VERSION,
});
