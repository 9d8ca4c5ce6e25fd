import type { PlatformCharge } from './platform/charges.ts';
import type { PlatformQuota, PlatformRule } from './platform.ts';
import type { FacetSyntax } from './text/facet-syntax.ts';

/** What one network accepts, as data; how to talk to it is its connector's business. */
export interface NetworkRules {
  /** As in `platforms[]` of a draft. */
  id: string;
  label: string;
  /** Whether tags are written in the text, travel in a field of their own, or are unknown there. */
  tagsIn: 'text' | 'field' | 'none';
  /** Tags that do not stand in the text go out all the same, in a field that nobody sees; the limits hold for them. */
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
  /** What stands on that card goes out with the post; elsewhere the network makes it. */
  carriesLinkCard?: true;
  /** The link goes out in a place of its own, beside the text. */
  carriesLink?: true;
  /** What it takes from whoever runs a service that posts there. */
  charges: readonly PlatformCharge[];
  limits: readonly PlatformRule[];
  /** How many posts it takes in a while; where sources conflict, the stricter figure, unless the platform is asked before each post. */
  quotas?: readonly PlatformQuota[];
}
