import { ApiFault } from '../api/api-fault.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import type { JsonObject } from '../platform.ts';
import { basic, routeOf } from './wordpress-routes.ts';

/** developer.wordpress.org/rest-api/reference/tags: posts name tags by their ids. A tag that the site lacks is created. */
export async function findTags(call: PublishCall, { tags = [] }: { tags?: unknown }): Promise<number[]> {
  const ids: number[] = [];
  for (const name of tags as string[]) ids.push((await findTag(call, name)) ?? (await createTag(call, name)));
  return [...new Set(ids)];
}

async function findTag({ account, api }: PublishCall, name: string): Promise<number | null> {
  const stored = storedName(name);
  const url = routeOf(account, 'tags', { search: stored, per_page: '100', _fields: 'id,name' });
  const { body } = await api.ask({ url, headers: basic(account) });
  const found = (Array.isArray(body) ? body : []).find((tag) => textAt(tag, 'name')?.toLowerCase() === stored.toLowerCase());
  return found === undefined ? null : Number((found as JsonObject).id);
}

async function createTag(call: PublishCall, name: string): Promise<number> {
  const { account, api } = call;
  try {
    const { body } = await api.ask({ method: 'POST', url: routeOf(account, 'tags'), headers: basic(account), json: { name } });
    return Number(requiredText('WordPress', body, 'id'));
  } catch (error) {
    // Created by someone else since the search.
    const id = error instanceof ApiFault && error.code === 'term_exists' ? await findTag(call, name) : null;
    if (id === null) throw error;
    return id;
  }
}

/** As WordPress keeps the name of a term (`_wp_specialchars`). */
const storedName = (name: string): string => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
