import type { Sentence } from '../languages/sentence.ts';
import type { PlatformCharge } from './platform/charges.ts';
import type { NetworkSetting, OfferedValues, SettingConflict } from './platform/settings.ts';
import type {
  AccountLimit,
  JsonObject,
  PlatformQuota,
  PlatformRule,
  PostDemands,
  ServerLimit,
  Span,
  VideoFormats,
  Violation,
} from './platform.ts';
import type { FacetSyntax } from './text/facet-syntax.ts';

/** What one network accepts, as data; its connector implements the protocol. */
export interface NetworkRules {
  /** As in `platforms[]` of a draft. */
  id: string;
  label: string;
  /** Whether tags are in the text, in a field of their own, or unsupported. */
  tagsIn: 'text' | 'field' | 'none';
  /** Tags that are not in the text are sent in an invisible field; the limits apply to them. */
  hidesTags?: true;
  /** Only the first tag of a post is linked; further ones are accepted as plain text. */
  linksOneTag?: true;
  /** `word`: no space in a tag; `phrase`: spaces are allowed; `alphanumeric`: letters and digits only. */
  tagShape: 'word' | 'phrase' | 'alphanumeric';
  /** What a post must have besides its text; `cover`: if it has a video. */
  requires: readonly ('title' | 'media' | 'tags' | 'cover')[];
  /** The code of refusals that only end once the network has audited the operator's app; it is part of their message. */
  unauditedCode?: string;
  /** A post with a phone number in it is rejected. */
  refusesPhones?: true;
  /** Characters that are refused in text and title. */
  forbids?: string;
  /**
   * How a text that is Markdown is formatted; otherwise it is shown as it is. `markdown` and `discord`: the marks are
   * in the text, and plain text is escaped; `html`: as HTML; `formatted`: by spans of the text.
   */
  markup?: 'markdown' | 'discord' | 'html' | 'formatted';
  /** It reads Liquid in what the Markdown has become, so braces need a form of their own. */
  readsLiquid?: true;
  /**
   * A part of a field that the network would publish otherwise than it is written, such as markup that has no escape
   * there; `limits` are those of the account.
   */
  findAltered?(text: string, about: { field: string; limits: readonly PlatformRule[] }): Span | null;
  /** What communities demand of posts, in the content that is sent; all that is unmet. */
  checkDemands?(content: JsonObject, demands: PostDemands): Violation[];
  /** What the community behind the account demands; absent if it is not known. */
  demands?: PostDemands;
  /** Of a relay: the id of the network behind the account; absent if it is not known. */
  behind?: string;
  /** What is linked in a text. */
  syntax: FacetSyntax;
  /** Names are linked by an id, which the platform provides; see `Post.mentions`. */
  linksNamesById?: true;
  /** Accounts are on many servers: "@name" without one is an account on the author's own server. */
  isFederated?: true;
  /** Whether the link of a post is shown as a card under it. */
  hasLinkCard: boolean;
  /** The card is sent with the post; otherwise the network creates it. */
  carriesLinkCard?: true;
  /** The link is sent in a field of its own, separate from the text. */
  carriesLink?: true;
  /** What it charges the operator of a service that posts there. */
  charges: readonly PlatformCharge[];
  limits: readonly PlatformRule[];
  /** How a video must be stored and encoded; everything else about it is in the limits. */
  videoFormats?: VideoFormats;
  /** The options of a post that only this network has; part of the payload. */
  settings?: readonly NetworkSetting[];
  /** All pictures of a post must have the same width and height. */
  wantsOneSize?: true;
  /** A post has one description for all of its pictures. */
  joinsAltTexts?: true;
  /** Why it takes no video from programs; absent where its connector sends videos. */
  noVideo?: Sentence;
  /** Why it takes no first comment; absent where a limit says how long one may be. */
  noFirstComment?: Sentence;
  /** Why the words of a published post cannot be changed; absent where the reason is only that the network's API does not allow it. */
  noEdit?: Sentence;
  /** Set where only posts of text alone can have a first comment. */
  commentsWithoutMedia?: true;
  /** Values of settings that it does not accept together. */
  conflicts?: readonly SettingConflict[];
  /**
   * The number of posts per period; the stricter of conflicting sources, unless the platform is queried before each
   * post.
   */
  quotas?: readonly PlatformQuota[];
}

/** The figures among what a network says of an account. */
export const serverLimitsOf = (limits: readonly AccountLimit[]): ServerLimit[] => limits.filter((limit) => 'field' in limit);

const offeredValuesOf = (limits: readonly AccountLimit[]): OfferedValues[] => limits.filter((limit) => 'setting' in limit);

const networkBehind = (limits: readonly AccountLimit[]): string | undefined => limits.find((limit) => 'behind' in limit)?.behind;

const demandsOf = (limits: readonly AccountLimit[]): PostDemands | undefined => limits.find((limit) => 'demands' in limit);

/** A network's rules, overridden by what it says of one account; the operator's limits take precedence. */
export function withServerLimits(network: NetworkRules, limits: readonly AccountLimit[]): NetworkRules {
  const [serverLimits, offered, behind] = [serverLimitsOf(limits), offeredValuesOf(limits), networkBehind(limits)];
  const demands = demandsOf(limits);
  const known = network.limits.map((rule): PlatformRule => {
    const limit = serverLimits.find((candidate) => isMeant(rule, candidate));
    return limit && rule.confidence !== 'operator' ? { ...rule, ...limit, confidence: 'told' } : rule;
  });
  const more = serverLimits.filter((limit) => !network.limits.some((rule) => isMeant(rule, limit)));
  const settings = network.settings?.map((setting): NetworkSetting => {
    const values = offered.find(({ setting: name }) => name === setting.name)?.values;
    return values ? { ...setting, offered: values } : setting;
  });
  return {
    ...network,
    limits: [...known, ...more.map((limit): PlatformRule => ({ ...limit, confidence: 'told' }))],
    ...(settings && { settings }),
    ...(behind !== undefined && { behind }),
    ...(demands && { demands }),
  };
}

const FIGURES = ['field', 'unit', 'max', 'min', 'urlWeight', 'dropsMentionHost', 'partsConjuncts'] as const;

/** Whether two readings are equal, regardless of their dates. */
export function areSameLimits(some: readonly AccountLimit[], others: readonly AccountLimit[]): boolean {
  const figures = (limits: readonly AccountLimit[]) => [
    ...serverLimitsOf(limits).map((limit) => FIGURES.map((name) => limit[name])),
    ...offeredValuesOf(limits).map(({ setting, values }) => [setting, values]),
    networkBehind(limits),
    demandsOf(limits),
  ];
  return JSON.stringify(figures(some)) === JSON.stringify(figures(others));
}

/** A limit from a server's response, if the figure is plausible. */
export function serverLimit(figure: unknown, limit: Omit<ServerLimit, 'max' | 'checkedOn'>): ServerLimit[] {
  const max = Math.floor(Number(figure));
  if (figure === null || figure === undefined || !(max > 0 && max < 2 ** 31)) return [];
  return [{ ...limit, max, checkedOn: new Date().toISOString().slice(0, 10) }];
}

function isMeant(rule: PlatformRule, { field, unit }: ServerLimit): boolean {
  return rule.field === field && rule.unit === unit && rule.when === undefined;
}
