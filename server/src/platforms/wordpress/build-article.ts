import { signedImages } from '../images/signed-images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { JsonObject, Post } from '../platform.ts';
import { networkFacets } from '../text/network-facets.ts';
import { splitTitle } from '../text/post-title.ts';
import { storableText } from '../text/storable-text.ts';
import { wordpressText } from './wordpress-text.ts';

/** Title, tags and HTML of a post: paragraphs, line breaks and links, and nothing that is not in the text. */
export function buildArticle(network: NetworkRules, post: Post): JsonObject {
  const { title, body } = splitTitle(network, post);
  const paragraphs = storableText(body)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  const link = post.link !== null && !body.includes(post.link) ? [storableText(post.link)] : [];
  return {
    title: wordpressText(storableText(title ?? '')),
    content: [...paragraphs, ...link].map((paragraph) => `<p>${toHtml(network, paragraph)}</p>`).join('\n'),
    ...(post.tags.length > 0 && { tags: post.tags.map(storableText) }),
    ...signedImages(post.media),
  };
}

function toHtml(network: NetworkRules, text: string): string {
  let html = '';
  let from = 0;
  for (const { kind, start, end, target } of networkFacets(network, text)) {
    if (kind !== 'link') continue;
    html += `${linesOf(text.slice(from, start))}<a href="${wordpressText(target)}">${wordpressText(text.slice(start, end))}</a>`;
    from = end;
  }
  return html + linesOf(text.slice(from));
}

const linesOf = (text: string): string => wordpressText(text).replaceAll('\n', '<br>');
