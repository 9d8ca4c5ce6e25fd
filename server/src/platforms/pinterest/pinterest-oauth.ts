import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api, ReadRefusal } from '../api/create-api.ts';
import { listAt, requiredText, textAt } from '../api/read-json.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { basic, bearer, type Renewal, tokensOf } from '../oauth/tokens.ts';
import type { ConnectedAccount, ConnectField, PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** What POST /pins and GET /boards/{id}/pins require (developers.pinterest.com, API v5). */
const SCOPE = 'boards:read,boards:write,pins:read,pins:write';
/** The most of one page. */
const PAGE = 250;
const MOST_PAGES = 8;

const BOARD_FIELD: ConnectField = {
  name: 'board',
  label: 'Board',
  help: 'The name of the board that pins are saved to. To use several boards, connect each of them.',
  placeholder: 'Harbour news',
  isSecret: false,
};

/** developers.pinterest.com, Set up authentication; the board is chosen by its name beforehand. */
export function createPinterestOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'Pinterest',
    prefix: 'PINTEREST',
    client,
    authorizeUrl: `${site}/oauth/`,
    scope: SCOPE,
    fields: [BOARD_FIELD],
    readRefusal: readTokenRefusal,
    async exchange({ api, client: known, code, redirectUri, entered }) {
      // Apps from before 25 September 2025 get a refresh token of 60 days, renewed with each use, only if they ask for it.
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, continuous_refresh: 'true' };
      const { body } = await api.ask({ url: `${base}/oauth/token`, headers: basic(known), form });
      const tokens = tokensOf('Pinterest', body);
      const board = pickPlace('Pinterest', entered.board ?? '', await listBoards(base, api, tokens.account));
      const connected = await identifyBoard(base, api, { ...tokens.account, boardId: board.id });
      return [{ ...connected, ...tokens.end }];
    },
  });
}

export function tokenRequest(base: string): Pick<Renewal, 'url' | 'request'> {
  return { url: `${base}/oauth/token`, request: (client) => ({ headers: basic(client) }) };
}

/** GET /boards/{board_id}. */
export async function identifyBoard(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const { body } = await api.ask({ url: `${base}/boards/${encodeURIComponent(account.boardId ?? '')}`, headers: bearer(account) });
  const boardId = requiredText('Pinterest', body, 'id');
  const owner = textAt(body, 'owner', 'username');
  const name = textAt(body, 'name') ?? boardId;
  return { handle: owner ? `@${owner}: ${name}` : name, externalId: boardId, credentials: { ...account, boardId } };
}

/** GET /boards, page by page. */
async function listBoards(base: string, api: Api, account: AccountValues): Promise<PostingPlace[]> {
  const boards: PostingPlace[] = [];
  let bookmark: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ page_size: String(PAGE), ...(bookmark && { bookmark }) });
    const { body } = await api.ask({ url: `${base}/boards?${query}`, headers: bearer(account) });
    for (const board of listAt(body, 'items'))
      boards.push({ id: requiredText('Pinterest', board, 'id'), name: textAt(board, 'name') ?? '' });
    bookmark = textAt(body, 'bookmark');
    if (bookmark === null) break;
  }
  return boards;
}

/** The token endpoint refuses an unknown client with status 401, in the format of the other endpoints. */
const readTokenRefusal: ReadRefusal = ({ status, body }) => {
  const message = textAt(body, 'error_description') ?? textAt(body, 'message') ?? textAt(body, 'error');
  if (status < 400 || message === null) return null;
  return { message, ...(status === 401 && { code: 'invalid_client' }) };
};
