import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import { type Api, type Refusal, repeatedWords } from '../api/create-api.ts';
import { listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Connector, createConnector, inPathOf, type ReadBackCall } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { bearer, clientForm } from '../oauth/tokens.ts';
import type { ConnectedAccount, JsonObject, Platform } from '../platform.ts';
import { linkOfCard } from '../preview-post.ts';
import type { AccountValues } from '../read-account.ts';
import { type PostExtras, type PostWords, type ReadText, storableText } from '../text/read-words.ts';
import { stretchesOf } from '../text/stretches.ts';
import { signedDocument, signedVideo } from '../videos.ts';
import {
  commentOnLinkedin,
  editOnLinkedin,
  publishToLinkedin,
  readMetricsFromLinkedin,
  retractFromLinkedin,
} from './publish-to-linkedin.ts';

/** Everything that "little text" reads as more than itself; unescaped it cuts off the rest silently. */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

/**
 * A text in LinkedIn's little text format (learn.microsoft.com, little Text Format): reserved characters escaped,
 * the tags that the preview shows as the template that links them.
 */
function escapeLittleText(words: ReadText): string {
  return stretchesOf(words, 'tag')
    .map(({ text, facet }) => (facet ? `{hashtag|\\#|${escapeAll(facet.target)}}` : escapeAll(text)))
    .join('');
}

function escapeAll(text: string): string {
  return text.replaceAll(RESERVED, '\\$&');
}

/** What LinkedIn's posts take, of people and of pages. */
export const LINKEDIN_FACTS = {
  duplicateClass: 'blind',
  // Other addresses have the id of an activity, which is not the post's.
  idFromLink: (link: URL) => inPathOf(link, 'linkedin.com', /^\/feed\/update\/(?<id>urn:li:(?:share|ugcPost):\d+)\/?$/),
  provenBy: 'reference stand-in',
  takesImages: 'uploaded',
  takesAltTextOf: ['image'],
  takesAnimations: 'alone',
  takesDocuments: 'uploaded',
  takesVideo: 'uploaded',
  takesCover: ['uploaded'],
  takesSubtitles: 'application/x-subrip',
} satisfies Partial<Connector>;

const ACCOUNT_KEYS = ['accessToken', 'refreshToken', 'personId'];

/**
 * LinkedIn's Posts API (learn.microsoft.com) for a person's own posts. Blind, and not read back: reading a member's
 * posts needs r_member_social, which LinkedIn grants to few, and the page of a post asks readers to sign in.
 */
export function createLinkedinPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://api.linkedin.com',
  site = 'https://www.linkedin.com',
): Platform {
  return createConnector({
    network,
    outbound,
    ...LINKEDIN_FACTS,
    fields: [],
    kept: ACCOUNT_KEYS,
    // Sixty days; a refresh token comes only to approved partners of Marketing, for a year from the sign-in
    // (learn.microsoft.com, Programmatic Refresh Tokens).
    ...createRenewableFlow({
      outbound,
      label: network.label,
      prefix: 'LINKEDIN',
      client,
      authorizeUrl: `${site}/oauth/v2/authorization`,
      scope: 'openid profile w_member_social',
      readRefusal: readLinkedinRefusal,
      metricsScope: 'r_member_postAnalytics',
      tokenUrl: `${site}/oauth/v2/accessToken`,
      refreshTokenLifetime: 'refresh_token_expires_in',
      request: clientForm,
      identify: ({ account, api }) => identify(base, api, account),
    }),
    readRefusal: readLinkedinRefusal,
    identify: ({ account, api }) => identify(base, api, account),
    build: buildLinkedinPost,
    publish: (call) => publishToLinkedin(base, call),
    comments: { send: (call) => commentOnLinkedin(base, call) },
    ...(client?.readsMetrics && { readMetrics: (call: ReadBackCall) => readMetricsFromLinkedin(base, call) }),
    edit: (call) => editOnLinkedin(base, call),
    retract: (call) => retractFromLinkedin(base, call),
    find: async () => ({ kind: 'unsure', message: 'LinkedIn does not let an app see what a person has posted.' }),
  });
}

/** learn.microsoft.com, Sign In with LinkedIn using OpenID Connect. */
async function identify(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const { body } = await api.ask({ url: `${base}/v2/userinfo`, headers: bearer(account) });
  const personId = requiredText('LinkedIn', body, 'sub');
  return { handle: textAt(body, 'name') ?? personId, externalId: personId, credentials: { ...account, personId } };
}

/** `{"status": 422, "code": "…", "message": "…"}`; the token endpoint uses OAuth's format. */
export function readLinkedinRefusal({ status, body }: ApiAnswer): Refusal | null {
  const code = textAt(body, 'error') ?? textAt(body, 'code') ?? '';
  const message = textAt(body, 'error_description') ?? textAt(body, 'message') ?? textAt(body, 'error');
  if (status < 400 || message === null) return null;
  // As reported in github.com/Arisamiga/Linkedin-RSS issue 5.
  const isRepeated = listAt(body, 'errorDetails', 'inputErrors').some((each) => textAt(each, 'code') === 'DUPLICATE_POST');
  if (isRepeated) return { kind: 'rejected', message, code: 'DUPLICATE_POST', hint: repeatedWords('LinkedIn') };
  // The version of the interface that this service speaks has ended (learn.microsoft.com, LinkedIn API versioning).
  if (status === 426) return { kind: 'service_refused', message, code };
  return { message, code };
}

/** A post has one content: a document, a video, images, or the card of a link. */
export function buildLinkedinPost({ parts: [words] }: PostWords, extras: PostExtras): JsonObject {
  const { images } = signedImages(extras.media);
  const { video } = signedVideo(extras.media);
  const { document } = signedDocument(extras.media);
  return {
    commentary: escapeLittleText(words),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(document ? { document } : video ? { video } : images ? { images } : articleOf(extras)),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
}

/**
 * learn.microsoft.com, Posts API, Article: LinkedIn does not read the page itself. A single image of an article is
 * its thumbnail.
 */
function articleOf(extras: PostExtras): JsonObject {
  const { card } = extras;
  const link = linkOfCard(extras);
  if (link === null) return {};
  const article = {
    source: storableText(link),
    title: storableText(card?.title ?? URL.parse(link)?.host ?? 'Link'),
    ...(card?.description && { description: storableText(card.description) }),
  };
  return { content: { article }, ...signedImages(card?.image ? [card.image] : []) };
}
