import type { NetworkRules } from './network-rules.ts';
import type { PreviewPart } from './platform.ts';

/** Whether the link of a post is published although it is not in the text. */
export function carriesLink({ carriesLinkCard, carriesLink: isCarried }: NetworkRules): boolean {
  return Boolean(carriesLinkCard || isCarried);
}

/** Whether a reader can click on it in the text. */
export function isLinkIn(link: string, parts: readonly Pick<PreviewPart, 'facets'>[]): boolean {
  const href = URL.parse(link)?.href;
  return parts.some(({ facets }) =>
    facets.some(({ kind, target }) => kind === 'link' && (target === link || URL.parse(target)?.href === href)),
  );
}
