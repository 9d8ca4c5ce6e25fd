import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import type { LookupResult } from '../platform.ts';
import { basic, routeOf } from './wordpress-routes.ts';

/** Searches for the slug of the intent, whatever the post's status. */
export async function findOnWordpress({ account, intent, api }: Pick<FindCall, 'account' | 'intent' | 'api'>): Promise<LookupResult> {
  const query = { slug: String(intent.keys.slug), status: 'publish,future,draft,pending,private', context: 'edit' };
  const { body } = await api.ask({ url: routeOf(account, 'posts', query), headers: basic(account) });
  const [post] = listAt(body);
  if (!post) return { kind: 'absent' };
  if (textAt(post, 'status') !== 'publish') return { kind: 'unsure', message: 'The site holds the post, but does not show it.' };
  return { kind: 'found', providerId: requiredText('WordPress', post, 'id'), url: textAt(post, 'link') };
}
