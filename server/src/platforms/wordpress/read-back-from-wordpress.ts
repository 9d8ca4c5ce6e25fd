import { textAt } from '../api/read-json.ts';
import type { ReadBackCall } from '../connector.ts';
import type { ReadBack, RetractOutcome } from '../platform.ts';
import { visibleText } from '../text/visible-text.ts';
import { basic, routeOf } from './wordpress-routes.ts';

/** The post as the site serves it to anyone; texts are compared as a reader sees them. */
export async function readBackFromWordpress({ payload, account, post, api }: ReadBackCall): Promise<ReadBack> {
  const answer = await api.look({ url: routeOf(account, `posts/${post.providerId}`, { _fields: 'title,content' }) });
  if (!answer) return { kind: 'gone', seenBy: 'public' };
  return {
    kind: 'found',
    seenBy: 'public',
    signed: { title: visibleText(String(payload.title)), text: visibleText(String(payload.content)) },
    published: {
      title: visibleText(textAt(answer.body, 'title', 'rendered') ?? ''),
      text: visibleText(textAt(answer.body, 'content', 'rendered') ?? ''),
    },
  };
}

/** developer.wordpress.org/rest-api/reference/posts, Delete: into the site's bin, from which its owner can restore it. */
export async function retractFromWordpress({ account, post, api }: ReadBackCall): Promise<RetractOutcome> {
  await api.look({ method: 'DELETE', url: routeOf(account, `posts/${post.providerId}`), headers: basic(account) });
  return { kind: 'removed' };
}
