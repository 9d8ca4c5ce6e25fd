import { ofThePlace } from '../api/api-fault.ts';
import type { ApiAnswer, ApiCall } from '../api/call-api.ts';
import { at, figuresAt, listAt, onOneLine, readByCursor, requiredText, textAt } from '../api/read-json.ts';
import type { Call, FindCall, ReadBackCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import { unlessWordless } from '../platform/outcome.ts';
import {
  absentAmong,
  type ComparedFields,
  type Figure,
  type Json,
  type JsonObject,
  type LookupResult,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import { pinUrl } from './publish-to-pinterest.ts';

/** A pin takes up to 8 KB, and a response of a network may have 1 MiB. */
const PAGE = 100;
const MOST_PAGES = 20;

/** Every page of a list. */
export const listItems = (url: string, { account, api }: Pick<Call, 'account' | 'api'>) =>
  readByCursor(MOST_PAGES, async (bookmark) => {
    const query = new URLSearchParams({ page_size: String(PAGE), ...(bookmark && { bookmark }) });
    const { body } = await api.ask({ url: `${url}?${query}`, headers: bearer(account) });
    return { items: listAt(body, 'items'), next: textAt(body, 'bookmark') };
  });

/** GET /boards/{board_id}/pins: the pins since the intent, by words and link. Their order is not documented. */
export async function findOnPinterest(base: string, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const { items, isWhole } = await listItems(`${base}/boards/${account.boardId}/pins`, { account, api });
  // Its times have no zone: they are in UTC.
  const recent = items.filter((pin) => timeOf(pin) >= sinceIntent(intent));
  const same = recent.filter((pin) => isSame(pin, payload));
  const [only] = same;
  if (only && same.length === 1) {
    const id = requiredText('Pinterest', only, 'id');
    const words = [payload.title, payload.description].map((text) => onOneLine(text)).join('');
    return unlessWordless({ kind: 'found', providerId: id, url: pinUrl(id) }, words);
  }
  if (only) return { kind: 'unsure', message: `The board has ${same.length} pins with these words since.` };
  if (recent.some((pin) => payload.link !== undefined && linkOf(textAt(pin, 'link')) === linkOf(String(payload.link))))
    return { kind: 'unsure', message: 'The board has a pin with this link since, but with other words.' };
  if (!isWhole) return { kind: 'unsure', message: 'The board has too many pins to tell.' };
  return absentAmong(
    intent,
    recent.map((pin) => requiredText('Pinterest', pin, 'id')),
  );
}

/** GET /pins/{pin_id}. */
export async function readBackFromPinterest(base: string, { payload, account, api, post }: ReadBackCall): Promise<ReadBack> {
  const answer = await lookAtPin(base, { account, api }, { url: pinAt(base, post) });
  if (!answer) return { kind: 'gone', seenBy: 'account' };
  return { kind: 'found', seenBy: 'account', signed: fieldsOf(payload), published: fieldsOf(answer.body) };
}

/** DELETE /pins/{pin_id}, which answers without a body. */
export async function retractFromPinterest(base: string, { account, api, post }: ReadBackCall): Promise<void> {
  await lookAtPin(base, { account, api }, { method: 'DELETE', url: pinAt(base, post), mayBeEmpty: true });
}

/** Null for a pin that is gone. A board that the person lost is a 404 too: only where it can be read is the pin gone. */
async function lookAtPin(base: string, { account, api }: Pick<Call, 'account' | 'api'>, call: ApiCall): Promise<ApiAnswer | null> {
  const headers = bearer(account);
  const answer = await api.look({ ...call, headers });
  if (!answer) await api.ask({ url: boardUrl(base, account), headers }).catch(ofThePlace);
  return answer;
}

/** The address of the connected board. */
export const boardUrl = (base: string, { boardId = '' }: Call['account']): string => `${base}/boards/${encodeURIComponent(boardId)}`;

const pinAt = (base: string, { providerId }: ReadBackCall['post']): string => `${base}/pins/${encodeURIComponent(providerId)}`;

const PIN_METRICS = {
  impression: 'views',
  reaction: 'likes',
  comment: 'replies',
  save: 'saves',
  clickthrough: 'clicks',
  pin_click: null,
} as const;

/** GET /pins/{pin_id} with `pin_metrics`: of the whole time, or of 90 days where that is all there is. */
export async function readMetricsFromPinterest(base: string, { account, api, post }: ReadBackCall): Promise<readonly Figure[] | null> {
  const answer = await lookAtPin(base, { account, api }, { url: `${pinAt(base, post)}?pin_metrics=true` });
  if (!answer) return null;
  const metrics = at(answer.body, 'pin_metrics');
  return figuresAt(at(metrics, 'lifetime_metrics') ?? at(metrics, '90d'), PIN_METRICS);
}

function fieldsOf(pin: Json): ComparedFields {
  return {
    title: textAt(pin, 'title') ?? '',
    text: textAt(pin, 'description') ?? '',
    links: linkOf(textAt(pin, 'link')),
    alt_texts: textAt(pin, 'alt_text') ?? '',
  };
}

function isSame(pin: Json, payload: JsonObject): boolean {
  const words = ['title', 'description'].every((name) => onOneLine(textAt(pin, name)) === onOneLine(payload[name]));
  return words && linkOf(textAt(pin, 'link')) === linkOf(payload.link === undefined ? null : String(payload.link));
}

function timeOf(pin: Json): number {
  const created = textAt(pin, 'created_at') ?? '';
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(created) ? created : `${created}Z`);
}

function linkOf(link: string | null): string {
  return (link && URL.parse(link)?.href) ?? '';
}
