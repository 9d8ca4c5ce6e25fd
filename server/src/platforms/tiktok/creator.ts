import { at } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { Json } from '../platform.ts';

/** POST /v2/post/publish/creator_info/query/, which has to be asked before every post. */
export async function readCreator(base: string, { api, account }: Pick<Call, 'api' | 'account'>): Promise<Json | undefined> {
  const { body } = await api.ask({ url: `${base}/v2/post/publish/creator_info/query/`, headers: bearer(account), json: {} });
  return at(body, 'data');
}
