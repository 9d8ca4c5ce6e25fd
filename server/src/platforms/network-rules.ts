import type { PlatformCharge } from './platform/charges.ts';
import type { PlatformQuota, PlatformRule } from './platform.ts';
import type { FacetSyntax } from './text/facet-syntax.ts';

/** What one network accepts, as data; its connector implements the protocol. */
export interface NetworkRules {
  /** As in `platforms[]` of a draft. */
  id: string;
  label: string;
  /** Whether tags are written in the text, travel in a field of their own, or are unknown there. */
  tagsIn: 'text' | 'field' | 'none';
  /** Tags that are not in the text are sent in an invisible field; the limits apply to them. */
  hidesTags?: true;
  /** Only the first tag of a post leads anywhere; further ones are taken, and stay words. */
  linksOneTag?: true;
  /** `word`: no space in a tag; `phrase`: spaces are allowed; `alphanumeric`: letters and digits only. */
  tagShape: 'word' | 'phrase' | 'alphanumeric';
  /** What a post must have besides its words. */
  requires: readonly ('title' | 'media' | 'tags')[];
  /** A post with a phone number in it is rejected. */
  refusesPhones?: true;
  /** Characters that are refused in text and title. */
  forbids?: string;
  /** Its texts are written in Markdown, which a generated text then keeps. */
  readsMarkdown?: true;
  /** What becomes clickable in a text. */
  syntax: FacetSyntax;
  /** A name links only by an id, which the platform is asked for; see `Post.mentions`. */
  linksNamesById?: true;
  /** Whether the link of a post is shown as a card under it. */
  hasLinkCard: boolean;
  /** The card is sent with the post; otherwise the network creates it. */
  carriesLinkCard?: true;
  /** The link is sent in a field of its own, separate from the text. */
  carriesLink?: true;
  /** What it charges the operator of a service that posts there. */
  charges: readonly PlatformCharge[];
  limits: readonly PlatformRule[];
  /** How many posts it takes in a while; where sources conflict, the stricter figure, unless the platform is asked before each post. */
  quotas?: readonly PlatformQuota[];
}
