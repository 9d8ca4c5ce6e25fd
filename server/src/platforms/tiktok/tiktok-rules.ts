import { type Sentence, say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented } from '../platform/rules.ts';

const DIRECT = documented('developers.tiktok.com Content Posting API, Direct Post (title, in "UTF-16 runes")', '2026-11-21');
const PEERS = { checkedOn: '2026-11-21', confidence: 'observed' } as const;

const TRANSFER = documented('developers.tiktok.com/doc/content-posting-api-media-transfer-guide (video restrictions)', '2026-11-28');

const UNAUDITED = 'unaudited_client_can_only_post_to_private_accounts';

export const tiktokRules: NetworkRules = {
  id: 'tiktok',
  label: 'TikTok',
  tagsIn: 'text',
  tagShape: 'word',
  requires: ['media'],
  unauditedCode: UNAUDITED,
  syntax: { links: false, tags: 'word', mentions: 'handle' },
  hasLinkCard: false,
  charges: freeOfCharge('https://developers.tiktok.com/doc/content-posting-api-get-started'),
  noFirstComment: say`its API does not support comments.`,
  limits: [
    // The caption of a video. Photos allow 4,000 besides a title of 90; the stricter applies to both.
    { field: 'text', max: 2200, unit: 'utf16', ...DIRECT },
    { field: 'tags', max: 5, unit: 'items', ...PEERS, source: 'Secondary sources: five since August 2025' },
    { field: 'images', max: 35, unit: 'items', ...PEERS, source: 'docs.zernio.com TikTok; docs.getlate.dev TikTok' },
    { field: 'videos', max: 1, unit: 'items', ...PEERS, source: 'docs.zernio.com TikTok; docs.getlate.dev TikTok' },
    { field: 'image_size', max: 20, unit: 'megabytes', ...PEERS, source: 'docs.zernio.com TikTok' },
    { field: 'video_size', max: 4000, unit: 'megabytes', ...PEERS, source: 'docs.zernio.com TikTok; docs.getlate.dev TikTok' },
    { field: 'video_length', min: 3, max: 600, unit: 'seconds', ...PEERS, source: 'docs.zernio.com TikTok; docs.getlate.dev TikTok' },
    { field: 'video_rate', min: 23, max: 60, unit: 'per_second', ...TRANSFER },
    { field: 'video_side', min: 360, max: 4096, unit: 'pixels', ...TRANSFER },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime', 'video/webm'], codecs: ['avc', 'hevc', 'vp8', 'vp9'], ...TRANSFER },
  // Its guidelines demand that people choose each of these themselves, with nothing allowed beforehand
  // (developers.tiktok.com, Content Sharing Guidelines).
  settings: [
    {
      name: 'privacy_level',
      label: say`Who can watch`,
      kind: 'choice',
      required: true,
      options: [
        { value: 'PUBLIC_TO_EVERYONE', label: say`Everyone` },
        { value: 'MUTUAL_FOLLOW_FRIENDS', label: say`Friends` },
        { value: 'FOLLOWER_OF_CREATOR', label: say`Followers` },
        { value: 'SELF_ONLY', label: say`Only the account itself` },
      ],
      remark: say`An app that TikTok has not audited can only post for the account itself.`,
    },
    { name: 'allow_comments', label: say`Allow comments`, kind: 'boolean', default: false },
    { name: 'allow_duet', label: say`Allow duets`, kind: 'boolean', default: false },
    { name: 'allow_stitch', label: say`Allow stitches`, kind: 'boolean', default: false },
    { name: 'own_brand', label: say`Promotes your own business`, kind: 'boolean', default: false },
    { name: 'paid_partnership', label: say`Paid partnership`, kind: 'boolean', default: false },
    { name: 'ai_generated', label: say`Made with AI`, kind: 'boolean', default: false },
  ],
  conflicts: [
    {
      settings: { paid_partnership: true, privacy_level: 'SELF_ONLY' },
      message: say`A paid partnership cannot be posted for the account itself alone.`,
      remedy: say`Choose who can watch, or leave the paid partnership out.`,
    },
  ],
  quotas: [
    {
      max: 6,
      perSeconds: 60,
      scope: 'connection',
      ...documented('developers.tiktok.com, Content Posting API: 6 requests a minute', '2026-11-21'),
    },
    {
      max: 15,
      perSeconds: 24 * 3_600,
      scope: 'connection',
      ...conflicting('About 15 posts a day and creator; TikTok names no fixed figure', '2026-11-21'),
    },
  ],
};

const OTHER_FILE = say`Export the video as TikTok accepts it (format, length, frame rate, resolution), and use that file in a new draft.`;
const AS_SPAM = say`TikTok considers it spam. Change its text, tags and links.`;
/** What to do about a `fail_reason` (developers.tiktok.com, Get Post Status). */
export const tiktokHints: Readonly<Record<string, Sentence>> = {
  ...{ file_format_check_failed: OTHER_FILE, duration_check_failed: OTHER_FILE },
  ...{ frame_rate_check_failed: OTHER_FILE, picture_size_check_failed: OTHER_FILE },
  ...{ spam_risk: AS_SPAM, spam_risk_text: AS_SPAM },
  // Waiting for the audit could take weeks, and what was signed for others to watch is never accepted before.
  [UNAUDITED]: say`TikTok has not reviewed this service yet, and accepts its videos only for private accounts, for the account itself to watch. Publish it by hand, or ask the operator for the review.`,
  spam_risk_user_banned_from_posting: say`TikTok has restricted the account. Sign in there to see why, and for how long.`,
};

/** The settings that an account may have switched off for all its videos, by the field of creator_info that says so. */
export const tiktokSwitches = { comment_disabled: 'allow_comments', duet_disabled: 'allow_duet', stitch_disabled: 'allow_stitch' } as const;
