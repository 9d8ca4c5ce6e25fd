import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Api, Refusal } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { joinedAltTexts } from '../checks/check-media.ts';
import { createConnector, inPathOf } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { basic, bearer } from '../oauth/tokens.ts';
import type { ConnectedAccount, ConnectField, JsonObject, Platform, PostMedia } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { fitText } from '../text/fit-text.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { signedVideo } from '../videos.ts';
import {
  boardUrl,
  findOnPinterest,
  listItems,
  readBackFromPinterest,
  readMetricsFromPinterest,
  retractFromPinterest,
} from './find-on-pinterest.ts';
import { publishToPinterest } from './publish-to-pinterest.ts';

/** PinCreate.alt_text (maxLength 500). */
const ALT_TEXT = { max: 500, unit: 'code_points' } as const;

/** developers.pinterest.com, PinCreate: a pin has one description for all of its pictures. */
function buildPin({ title, parts: [{ text }] }: PostWords, { link, media }: PostExtras): JsonObject {
  const altText = altTextOf(media);
  const undescribed = media?.map(({ altText: _, ...one }) => one);
  return {
    ...(title && { title }),
    description: text,
    ...(link !== null && { link: storableText(link) }),
    ...(altText && { alt_text: altText }),
    ...signedImages(undescribed),
    ...signedVideo(undescribed),
  };
}

const altTextOf = (media: readonly PostMedia[] = []): string => fitText(storableText(joinedAltTexts(media)), [ALT_TEXT]);

/** What POST /pins and GET /boards/{id}/pins require (developers.pinterest.com, API v5). */
const SCOPE = 'boards:read,boards:write,pins:read,pins:write';

const BOARD_FIELD: ConnectField = {
  name: 'board',
  label: 'Board',
  help: 'The name of the board that pins are saved to. To use several boards, connect each of them.',
  placeholder: 'Harbour news',
  isSecret: false,
};

/** developers.pinterest.com, Set up authentication; the board is chosen by its name beforehand. */
function createPinterestOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string) {
  return createRenewableFlow({
    outbound,
    label: 'Pinterest',
    prefix: 'PINTEREST',
    client,
    authorizeUrl: `${site}/oauth/`,
    scope: SCOPE,
    fields: [BOARD_FIELD],
    readRefusal,
    tokenUrl: `${base}/oauth/token`,
    request: (known) => ({ headers: basic(known) }),
    // Apps from before 25 September 2025 get a refresh token of 60 days, renewed with each use, only if they ask for it.
    exchangeForm: () => ({ continuous_refresh: 'true' }),
    async identify({ api, account, entered }) {
      const board = pickPlace('Pinterest', entered.board ?? '', await listBoards(base, api, account));
      return identifyBoard(base, api, { ...account, boardId: board.id });
    },
  });
}

/** GET /boards/{board_id}. */
async function identifyBoard(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const { body } = await api.ask({ url: boardUrl(base, account), headers: bearer(account) });
  const boardId = requiredText('Pinterest', body, 'id');
  const owner = textAt(body, 'owner', 'username');
  const name = textAt(body, 'name') ?? boardId;
  return { handle: owner ? `@${owner}: ${name}` : name, externalId: boardId, credentials: { ...account, boardId } };
}

/** GET /boards. */
async function listBoards(base: string, api: Api, account: AccountValues): Promise<PostingPlace[]> {
  const { items } = await listItems(`${base}/boards`, { account, api });
  return items.map((board) => ({ id: requiredText('Pinterest', board, 'id'), name: textAt(board, 'name') ?? '' }));
}

/** One board through Pinterest's API v5 (developers.pinterest.com). Askable: the board's pins can be listed. */
export function createPinterestPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://api.pinterest.com/v5',
  site = 'https://www.pinterest.com',
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    idFromLink: (link) => inPathOf(link, 'pinterest.com', /^\/pin\/(?<id>\d+)\/?$/),
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAltTextOf: ['image', 'video'],
    takesVideo: 'uploaded',
    takesCover: ['uploaded', 'moment'],
    // The content types of PinMediaSourceImageBase64.
    imageTypes: ['image/jpeg', 'image/png'],
    fields: [],
    kept: ['accessToken', 'refreshToken', 'boardId'],
    ...createPinterestOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyBoard(base, api, account),
    build: buildPin,
    publish: (call) => publishToPinterest(base, call),
    find: (call) => findOnPinterest(base, call),
    retract: (call) => retractFromPinterest(base, call),
    readBack: (call) => readBackFromPinterest(base, call),
    readMetrics: (call) => readMetricsFromPinterest(base, call),
  });
}

/** "Apps with Trial access may not create Pins in production" (github.com/gitroomhq/postiz-app issue 1084). */
const TRIAL_ACCESS = '29';
/** Of a code or a refresh token, with status 400 or 401 (github.com/pinterest/pinterest-python-sdk issue 114). */
const GRANT_INVALID = '283';

/** `{"code": 2, "message": "…"}`; on a limit a header contains the seconds until it is lifted. */
function readRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  const message = textAt(body, 'message') ?? textAt(body, 'error_description') ?? textAt(body, 'error');
  if (status < 400 || message === null) return null;
  const code = textAt(body, 'code') ?? textAt(body, 'error');
  if (code === GRANT_INVALID) return { message, code: 'invalid_grant', kind: 'rejected' };
  const reset = Number(headers.get('x-ratelimit-reset'));
  return {
    message,
    ...(code && { code }),
    ...(code === TRIAL_ACCESS && { kind: 'service_refused' }),
    // The board was deleted, or is no longer the person's.
    ...(status === 404 && { kind: 'unauthorized' }),
    ...(status === 429 && reset > 0 && { retryAfterSeconds: Math.ceil(reset) }),
  };
}
