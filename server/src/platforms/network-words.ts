import { carriesLink } from './carries-link.ts';
import type { NetworkRules } from './network-rules.ts';
import type { Platform } from './platform.ts';
import { previewPost } from './preview-post.ts';
import { readWords } from './text/read-words.ts';
import { trimAtCause } from './text/trim-at-cause.ts';
import { validatePost } from './validate-post.ts';

/** Everything of a platform that follows from its rules alone. A connector adds how to talk to it. */
export function networkWords(
  network: NetworkRules,
): Pick<
  Platform,
  | 'id'
  | 'label'
  | 'rules'
  | 'settings'
  | 'charges'
  | 'tagsIn'
  | 'readsMarkdown'
  | 'carriesLinkCard'
  | 'carriesLink'
  | 'trim'
  | 'validate'
  | 'preview'
> {
  const { id, label, limits, settings = [], charges, tagsIn, markup, carriesLinkCard } = network;
  return {
    id,
    label,
    rules: limits,
    settings,
    charges,
    tagsIn,
    ...(markup && { readsMarkdown: true as const }),
    ...(carriesLinkCard && { carriesLinkCard }),
    ...(carriesLink(network) && { carriesLink: true as const }),
    trim: (parts, mostTags) => trimAtCause(network, parts, mostTags),
    validate: (post) => validatePost(network, post),
    preview: (post) => previewPost(network, readWords(network, post), post),
  };
}
