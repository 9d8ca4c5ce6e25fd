import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, firstSpan } from '../platform/rules.ts';
import type { JsonObject, PlatformRule, RuleField, ServerLimit, Span } from '../platform.ts';

const CODE = { source: 'github.com/gitroomhq/postiz-app, create.post.dto.ts and media.dto.ts', checkedOn: '2026-11-28' } as const;

/** Postiz decodes these once too often (strip.html.validation.ts). */
const DECODED = /&(?:lt|gt|nbsp|quot|#39);/gi;
/** Characters of HTML that need no semicolon (html.spec.whatwg.org, named character references). */
const WITHOUT_SEMICOLON =
  'AElig|AMP|[AEIOUYaeiouy]acute|[AEIOUaeiou](?:circ|grave|uml)|[AONaon]tilde|[Aa]ring|COPY|[Cc]cedil|ETH|GT|LT|[Oo]slash|QUOT|REG|THORN|acute|aelig|amp|brvbar|cedil|cent|copy|curren|deg|divide|eth|frac(?:12|14|34)|gt|iexcl|iquest|laquo|lt|macr|micro|middot|nbsp|not|ord[fm]|para|plusmn|pound|quot|raquo|reg|sect|shy|sup[123]|szlig|thorn|times|uml|yen|yuml';
/** For X it reads the text as HTML once more (x.provider.ts, toTweetText): tags vanish, and parts of addresses become signs. */
const READ_FOR_X = new RegExp(`<[A-Za-z/!?]\\S*|&(?:#\\d+|#[xX][\\da-fA-F]+|[A-Za-z][A-Za-z\\d]*;|${WITHOUT_SEMICOLON});?`, 'g');

/** Of the networks behind Postiz, only X weighs characters. */
function findAltered(text: string, { limits }: { limits: readonly PlatformRule[] }): Span | null {
  const isForX = limits.some(({ field, unit }) => field === 'text' && unit === 'weighted');
  return firstSpan(DECODED, text) ?? (isForX ? firstSpan(READ_FOR_X, text) : null);
}

const UPLOADS = { source: 'github.com/gitroomhq/postiz-app, custom.upload.validation.ts', checkedOn: '2026-11-29' } as const;
/** Megabytes of an upload, whatever network is behind it. */
const MOST_UPLOADED = { image_size: 10, video_size: 1_000 } as const;

/** Of Postiz itself, which are wide: the limits of the network behind a channel come with the connection. */
export const postizRules: NetworkRules = {
  id: 'postiz',
  label: 'Postiz',
  tagsIn: 'text',
  tagShape: 'word',
  requires: [],
  findAltered,
  syntax: { links: true, tags: 'word', mentions: 'any' },
  hasLinkCard: false,
  noFirstComment: say`comments through Postiz are not supported yet.`,
  charges: freeOfCharge('https://docs.postiz.com/public-api/introduction'),
  limits: [
    {
      field: 'text',
      max: 63_206,
      unit: 'code_points',
      ...CODE,
      source: 'The longest post of a network behind it: Facebook',
      confidence: 'observed',
    },
    { field: 'images', max: 20, unit: 'items', ...CODE, source: 'The most pictures of a network behind it', confidence: 'observed' },
    { field: 'videos', max: 1, unit: 'items', ...CODE, confidence: 'observed' },
    { field: 'alt_text', max: 2_000, unit: 'code_points', ...CODE, confidence: 'observed' },
    { field: 'image_size', max: MOST_UPLOADED.image_size, unit: 'megabytes', ...UPLOADS, confidence: 'documented' },
    { field: 'video_size', max: MOST_UPLOADED.video_size, unit: 'megabytes', ...UPLOADS, confidence: 'documented' },
  ],
  videoFormats: { types: ['video/mp4'], ...CODE, source: 'postiz-app, valid.url.path.ts: mp4 is the only video', confidence: 'documented' },
  quotas: [
    {
      max: 30,
      perSeconds: 3_600,
      scope: 'connection',
      ...conflicting('docs.postiz.com/public-api: 30 requests in an hour before 2026, then 90 posts (API_LIMIT)', '2026-11-28'),
    },
  ],
};

/** A kind of channel at Postiz: the platform of this service with the network's rules, and what Postiz demands besides. */
interface Channel {
  network: string;
  settings?: JsonObject;
}

/**
 * By `identifier` of Postiz. Only those whose posts need no settings that a person would need to choose and sign, and
 * whose text Postiz sends as plain text.
 */
export const CHANNELS: Readonly<Record<string, Channel>> = {
  x: { network: 'x', settings: { who_can_reply_post: 'everyone', community: '' } },
  linkedin: { network: 'linkedin' },
  'linkedin-page': { network: 'linkedin_page' },
  facebook: { network: 'facebook' },
  instagram: { network: 'instagram', settings: { post_type: 'post' } },
  'instagram-standalone': { network: 'instagram', settings: { post_type: 'post' } },
  threads: { network: 'threads' },
  bluesky: { network: 'bluesky' },
  mastodon: { network: 'mastodon' },
  nostr: { network: 'nostr' },
  vk: { network: 'vk' },
};

const COPIED: ReadonlySet<RuleField> = new Set([
  ...(['text', 'tag', 'tags', 'text_tags', 'mentions', 'links', 'media', 'images', 'videos', 'alt_text'] as const),
  ...([
    'image_size',
    'image_shape',
    'image_side',
    'image_sides',
    'image_pixels',
    'video_size',
    'video_length',
    'video_shape',
    'video_rate',
    'video_side',
    'video_width',
  ] as const),
  'video_pixels',
]);

/** Together with what the network behind a channel reads in texts and which encodings of videos it takes. */
export function withNetworkBehind(network: NetworkRules, { findAltered: findBehind, videoFormats }: NetworkRules): NetworkRules {
  const types = videoFormats?.types.filter((type) => network.videoFormats?.types.includes(type)) ?? [];
  return {
    ...network,
    findAltered: (text, about) => network.findAltered?.(text, about) ?? findBehind?.(text, about) ?? null,
    ...(videoFormats && { videoFormats: { ...videoFormats, types } }),
  };
}

/** The limits of the network behind a channel, as those of the connection. */
export function limitsBehind({ label, limits, requires }: NetworkRules): ServerLimit[] {
  const copied = limits
    .filter(({ field, when }) => COPIED.has(field) && when === undefined)
    .map(
      ({ field, unit, max, min, urlWeight, dropsMentionHost, partsConjuncts, source, checkedOn }): ServerLimit => ({
        ...{
          field,
          unit,
          max: Math.min(max, MOST_UPLOADED[field as keyof typeof MOST_UPLOADED] ?? max),
          source: `${label}, behind Postiz: ${source}`,
          checkedOn,
        },
        ...(min !== undefined && { min }),
        ...(urlWeight !== undefined && { urlWeight }),
        ...(dropsMentionHost && { dropsMentionHost }),
        ...(partsConjuncts && { partsConjuncts }),
      }),
    );
  if (!requires.includes('media')) return copied;
  const media = copied.find(({ field }) => field === 'media') ?? { field: 'media', unit: 'items', max: 20, ...CODE };
  return [...copied.filter(({ field }) => field !== 'media'), { ...media, min: 1 }];
}
