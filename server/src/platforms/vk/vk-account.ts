import { say } from '../../languages/sentence.ts';
import type { Api } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { requireScopes } from '../oauth/tokens.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Json, type JsonObject, type ServerLimit } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

export interface VkHosts {
  api: string;
}

/** The version of VK's published schema (github.com/VKCOM/vk-api-schema). */
const VERSION = '5.199';

/**
 * VK ID signs people in, but its tokens publish nothing: error 1051 on every wall, measured in July 2026
 * (github.com/gitroomhq/postiz-app issue 1408). Tokens of a community or of a person's own app do.
 */
export const VK_FIELDS: ConnectField[] = [
  {
    name: 'accessToken',
    label: 'Access token',
    help: 'Of a community, for texts and links: Manage, API usage, Access tokens, with the right to its wall. Or of a person, for pictures and videos too; only with that can this service look posts up, edit and remove them.',
    placeholder: 'vk1.a.…',
    isSecret: true,
  },
  {
    name: 'community',
    label: 'Community',
    help: 'Only with a person’s token: the community that is posted to. Leave it empty for the person’s own wall.',
    isSecret: false,
    isOptional: true,
  },
];

const OF_VK_ID = 'vk2.';
/** dev.vk.com, Access rights of a person's token: the bits of its mask. */
const RIGHTS = { wall: 8192, photos: 4, video: 16 } as const;
const NO_MEDIA = 'VK takes no pictures or videos with a community’s token (github.com/VKCOM/vk-api-schema issue 242)';

/** The wall that the token publishes on: its community's, or for a person the one that was entered. Throws ConnectError. */
export async function identifyWall({ api: base }: VkHosts, { api, account }: Pick<Call, 'api' | 'account'>): Promise<ConnectedAccount> {
  const { accessToken = '' } = account;
  if (accessToken.startsWith(OF_VK_ID))
    throw new ConnectError(say`VK publishes nothing with a sign-in of VK ID. Connect the account with an access token.`);
  // Without ids, the person of the token; a community's token has none.
  const [person] = listAt(await ask(base, api, account, 'users.get', {}));
  return person ? identifyForPerson(base, api, account, person) : identifyCommunity(base, api, account);
}

async function identifyCommunity(base: string, api: Api, { accessToken = '' }: AccountValues): Promise<ConnectedAccount> {
  const account = { accessToken };
  const rights = listAt(await ask(base, api, account, 'groups.getTokenPermissions', {}), 'permissions');
  const granted = rights.flatMap((right) => textAt(right, 'name') ?? []);
  requireScopes('VK', ['wall'], granted);
  const [group] = groupsIn(await ask(base, api, account, 'groups.getById', {}));
  const ownerId = `-${requiredText('VK', group, 'id')}`;
  const checkedOn = new Date().toISOString().slice(0, 10);
  const limits = (['media', 'videos'] as const).map(
    (field): ServerLimit => ({ field, unit: 'items', max: 0, source: NO_MEDIA, checkedOn }),
  );
  return { handle: textAt(group, 'name') ?? ownerId, externalId: ownerId, credentials: { accessToken, ownerId }, limits };
}

/** Without the limits of a community's token, which the account may have had before. */
async function identifyForPerson(base: string, api: Api, account: AccountValues, person: Json): Promise<ConnectedAccount> {
  const { accessToken = '', community = '' } = account;
  const mask = Number(await ask(base, api, account, 'account.getAppPermissions', {}));
  const granted = Object.entries(RIGHTS).flatMap(([name, bit]) => ((mask & bit) === bit ? [name] : []));
  requireScopes('VK', Object.keys(RIGHTS), granted);
  const personId = requiredText('VK', person, 'id');
  const ownerId = account.ownerId ?? (community === '' ? personId : `-${await communityId(base, api, account, community)}`);
  const credentials = { accessToken, ownerId };
  if (ownerId.startsWith('-')) {
    const [group] = groupsIn(await ask(base, api, account, 'groups.getById', { group_id: ownerId.slice(1) }));
    return { handle: textAt(group, 'name') ?? ownerId, externalId: ownerId, credentials, limits: [] };
  }
  const name = ['first_name', 'last_name'].flatMap((part) => textAt(person, part) ?? []).join(' ');
  return { handle: name || personId, externalId: personId, credentials, limits: [] };
}

const groupsIn = (response: Json): Json[] => [...listAt(response, 'groups'), ...listAt(response)];

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

/** Attachments are separated by commas, so those of an address are sent encoded (RFC 3986). */
export const attachedLink = ({ link }: JsonObject): string[] => (typeof link === 'string' ? [withoutCommas(link)] : []);

export const withoutCommas = (address: string): string => address.replaceAll(',', '%2C');

/** `photo-77_500`, with the key of what only its owner sees. */
export function attachmentName(attachment: Json): string {
  const type = textAt(attachment, 'type') ?? '';
  const of = (name: string): string | null => textAt(attachment, type, name);
  return [`${type}${of('owner_id')}`, of('id'), of('access_key')].filter(Boolean).join('_');
}
