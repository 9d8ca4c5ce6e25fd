import type { NetworkRules } from '../network-rules.ts';
import { networkFacets } from '../text/network-facets.ts';

/** Everything that "little text" reads as more than itself; unescaped it cuts off the rest silently. */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

/**
 * A text in LinkedIn's little text format (learn.microsoft.com, little Text Format): reserved characters escaped,
 * the tags that the preview shows as the template that links them.
 */
export function escapeLittleText(network: NetworkRules, text: string): string {
  let escaped = '';
  let from = 0;
  for (const { kind, start, end, target } of networkFacets(network, text)) {
    if (kind !== 'tag') continue;
    escaped += `${escapeAll(text.slice(from, start))}{hashtag|\\#|${escapeAll(target)}}`;
    from = end;
  }
  return escaped + escapeAll(text.slice(from));
}

function escapeAll(text: string): string {
  return text.replaceAll(RESERVED, '\\$&');
}
