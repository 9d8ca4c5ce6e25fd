import { ApiFault } from '../api/api-fault.ts';
import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import { type LookupResult, sinceIntent } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { findBySlug, PAGE, readPages } from '../site.ts';

/**
 * What WordPress interprets in a text before it serves it: HTML, shortcodes (`do_shortcode`), smilies
 * (`convert_smilies`), typography (`wptexturize`) and its own name (`capital_P_dangit`). Numeric entities prevent all
 * of it.
 */
const READ_BY_WORDPRESS =
  /[&<>"'`[\]]|(?<=-)-|(?<=\.)\.|(?<=\d)x(?=\d)|(?<=\()t(?=m\))|(?<=(?:^|\s)>?)[:;](?=\S)|(?<=(?:^|\s))8(?=-?[)O])|(?<=Word)p(?=ress)/g;

/** WordPress strips tags and percent signs of encoded bytes from descriptions (`sanitize_text_field`). */
const READ_IN_DESCRIPTIONS = /[&<>]|%(?=[0-9a-f]{2})/gi;

const asEntity = (sign: string): string => `&#${sign.charCodeAt(0)};`;

/** The text as HTML for a title, a body or an attribute, of which readers are served exactly the text. */
export const wordpressText = (text: string): string => text.replaceAll(READ_BY_WORDPRESS, asEntity);

/** The text for an image's `alt_text`. */
export const wordpressDescription = (text: string): string => text.replaceAll(READ_IN_DESCRIPTIONS, asEntity);

/**
 * The address of a route of wp/v2, never another one of the site. By the query, since `/wp-json/` needs pretty
 * permalinks; with index.php, as WordPress itself writes it.
 */
export function routeOf({ site }: AccountValues, route: string, parameters: Record<string, string> = {}): string {
  return `${site}/index.php?${new URLSearchParams({ rest_route: `/wp/v2/${route}`, ...parameters })}`;
}

export const basic = ({ username, applicationPassword }: AccountValues) => ({
  authorization: `Basic ${Buffer.from(`${username}:${applicationPassword}`).toString('base64')}`,
});

type TagCall = Pick<FindCall, 'account' | 'api'>;

/**
 * developer.wordpress.org/rest-api/reference/tags: posts name tags by their ids. Each is created, and where the site has it
 * already, its answer names the id.
 */
export async function findTags(call: TagCall, { tags = [] }: { tags?: unknown }): Promise<number[]> {
  const ids: number[] = [];
  for (const name of tags as string[]) ids.push(await findTag(call, name));
  return [...new Set(ids)];
}

async function findTag({ account, api }: TagCall, name: string): Promise<number> {
  const request = { url: routeOf(account, 'tags'), headers: basic(account), json: { name } };
  const { body } = await api.ask({ ...request, alsoSucceeds: [400] });
  return Number(textAt(body, 'data', 'term_id') ?? requiredText('WordPress', body, 'id'));
}

/**
 * Searches for the slug of the intent, whatever the post's status. After a restore the posts since the backup are
 * listed, also those in the bin: WordPress finds slugs only as a whole.
 */
export async function findOnWordpress({ account, intent, api }: Pick<FindCall, 'account' | 'intent' | 'api'>): Promise<LookupResult> {
  const since = new Date(sinceIntent(intent)).toISOString();
  const query: Record<string, string> = intent.isRestored
    ? // Of all authors, a page is shorter by the posts that this one may not edit.
      { modified_after: since, status: `${STATUSES},trash`, ...(account.userId && { author: account.userId }) }
    : { slug: String(intent.keys.slug), status: STATUSES };
  const posts = await readPages(async (page) => {
    const place = { page: String(page), per_page: String(PAGE), context: 'edit', _fields: 'id,slug,status,link' };
    const found = await api.ask({ url: routeOf(account, 'posts', { ...query, ...place }), headers: basic(account) }).catch((error) => {
      if (page > 1 && error instanceof ApiFault && error.code === 'rest_post_invalid_page_number') return { body: [] };
      throw error;
    });
    return listAt(found.body);
  });
  const listed = posts?.map((post) => ({
    providerId: requiredText('WordPress', post, 'id'),
    url: textAt(post, 'link'),
    slug: textAt(post, 'slug') ?? '',
    isShown: textAt(post, 'status') === 'publish',
  }));
  return findBySlug(listed, intent);
}

const STATUSES = 'publish,future,draft,pending,private';
