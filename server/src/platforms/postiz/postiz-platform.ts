import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, textAt } from '../api/read-json.ts';
import { type Call, createConnector } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Json, type JsonObject, type Platform } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { signedVideo } from '../videos.ts';
import { CHANNELS, limitsBehind } from './postiz-rules.ts';
import { findOnPostiz, headersOf, publishToPostiz } from './publish-to-postiz.ts';

const FIELDS: ConnectField[] = [
  {
    name: 'address',
    label: 'Address',
    help: 'Of its API: https://api.postiz.com, or NEXT_PUBLIC_BACKEND_URL of your own server.',
    placeholder: 'https://api.postiz.com',
    isSecret: false,
  },
  { name: 'apiKey', label: 'API key', help: 'Shown there under Settings, Developers, Public API.', isSecret: true },
  {
    name: 'channel',
    label: 'Channel',
    help: 'The name or the id of one channel there. Several channels are several connections.',
    isSecret: false,
  },
];

/**
 * A channel of Postiz, by its public API (docs.postiz.com/public-api; gitroomhq/postiz-app). What becomes of a post is
 * Postiz's report. Askable: its posts are listed, each with the id of our intent or else with its text.
 */
export function createPostizPlatform(
  network: NetworkRules,
  outbound: Outbound,
  rulesOf: (platform: string) => NetworkRules | undefined,
): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    isRelay: true,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesVideo: 'uploaded',
    fields: FIELDS,
    kept: ['channelId'],
    readRefusal,
    identify: (call) => identifyOnPostiz(call, rulesOf),
    build: ({ parts: [{ sent }] }: PostWords, { media }: PostExtras): JsonObject => ({
      // Postiz sends no-break spaces as plain ones, so those are what is signed.
      text: sent.replaceAll('\u00a0', ' '),
      ...signedImages(media),
      ...signedVideo(media),
    }),
    publish: publishToPostiz,
    find: findOnPostiz,
  });
}

interface Listed {
  id: string;
  name: string;
  identifier: string;
  isDisabled: boolean;
}

/** GET /integrations: the channels of the key's organisation. */
async function identifyOnPostiz(
  { account, api }: Call,
  rulesOf: (platform: string) => NetworkRules | undefined,
): Promise<ConnectedAccount> {
  const address = readAddress(account.address ?? '');
  const apiKey = account.apiKey ?? '';
  const { body } = await api.ask({ url: `${address}/public/v1/integrations`, headers: headersOf({ apiKey }) });
  const listed = Array.isArray(body) ? body.map(readListed) : [null];
  const channels = listed.filter((each) => each !== null);
  if (channels.length < listed.length) throw new ConnectError(say`There is no ${'Postiz'} at that address. Check how it is written.`);
  const { id, name, identifier, isDisabled } = chosen(channels, account.channelId?.split('/')[1] ?? account.channel ?? '');
  if (isDisabled) throw new ConnectError(say`The channel ${name} is disabled at Postiz. Enable it, or connect it again there.`);
  const channel = CHANNELS[identifier];
  const behind = channel && rulesOf(channel.network);
  if (!behind) {
    throw new ConnectError(
      say`Posts for ${identifier} need settings at Postiz that this service does not send. Choose another channel, or connect the account directly.`,
    );
  }
  const { host } = new URL(address);
  return {
    handle: `${name} on ${behind.label} (${host})`,
    externalId: `${host}/${id}`,
    credentials: { address, apiKey, channel: account.channel ?? name, channelId: `${identifier}/${id}` },
    limits: limitsBehind(behind),
  };
}

function readListed(integration: Json): Listed | null {
  const [id, name, identifier] = [textAt(integration, 'id'), textAt(integration, 'name'), textAt(integration, 'identifier')];
  return id && name && identifier ? { id, name, identifier, isDisabled: at(integration, 'disabled') === true } : null;
}

/** By id, or by name regardless of case. */
function chosen(channels: readonly Listed[], wanted: string): Listed {
  const byId = channels.find(({ id }) => id === wanted.trim());
  const [named, another] = channels.filter(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
  const found = byId ?? (another ? undefined : named);
  if (found) return found;
  const names = channels.map(({ id, name, identifier }) => `${name} (${identifier}, ${id})`).join(', ');
  if (another) throw new ConnectError(say`Postiz has several channels of that name. Enter the id of one: ${names}.`);
  throw new ConnectError(say`Postiz has no channel of that name. It has these: ${names || '-'}.`);
}

/** A folder that the API is in, as in https://postiz.example/api. */
const API_PATH = /^(?:\/[\w~-][\w.~-]*)*\/?$/;

function readAddress(value: string): string {
  const written = /^https?:\/\//i.test(value) ? value : `https://${value}`;
  const url = URL.parse(written.replace(/\/public\/v1\/?$/, ''));
  if (!url?.hostname || url.username || url.password || url.search || url.hash || !API_PATH.test(url.pathname)) {
    throw new ConnectError(say`"${'address'}" must be the address of a server, for instance "${'https://api.postiz.com'}".`);
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

/** Its own `{"msg": "…"}`, or Nest's `{"statusCode": 400, "message": "…" or ["…"], "error": "…"}`. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  const message = textAt(body, 'msg') ?? textAt(body, 'message') ?? textAt(body, 'message', 0);
  return message === null ? null : { message };
}
