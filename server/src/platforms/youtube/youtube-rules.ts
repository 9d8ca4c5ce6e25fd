import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented, firstSpan, observed } from '../platform/rules.ts';

/** Bold, italic and struck words of descriptions and comments (support.google.com/youtube/answer/6000964, Add style to your comment). */
const FORMATTED = /(?<=^|[\s("'[“‘«])([*_-])(?![\s*_-])[^\n]{0,300}?(?<=[^\s*_-])\1(?=$|[\s.,:;!?)"'\]”’»…])/gmu;

const VIDEOS = documented('developers.google.com/youtube/v3/docs/videos (snippet)', '2026-11-21');

export const youtubeRules: NetworkRules = {
  id: 'youtube',
  label: 'YouTube',
  tagsIn: 'field',
  tagShape: 'phrase',
  requires: ['title', 'media'],
  forbids: '<>',
  findAltered: (text, { field }) => (field === 'title' ? null : firstSpan(FORMATTED, text)),
  syntax: { links: true, tags: 'word', mentions: 'handle' },
  hasLinkCard: false,
  charges: freeOfCharge('https://developers.google.com/youtube/v3/determine_quota_cost'),
  settings: [
    {
      name: 'privacy',
      label: say`Who can watch`,
      kind: 'choice',
      default: 'public',
      options: [
        { value: 'public', label: say`Everyone` },
        { value: 'unlisted', label: say`Everyone with the link` },
        { value: 'private', label: say`Only the account itself` },
      ],
      remark: say`A project that Google has not audited can only upload for the account itself.`,
    },
    {
      name: 'made_for_kids',
      label: say`Made for kids`,
      kind: 'boolean',
      required: true,
      remark: say`YouTube requires an answer for every video.`,
    },
    { name: 'ai_generated', label: say`Made with AI`, kind: 'boolean', default: false },
    { name: 'notify_subscribers', label: say`Notify subscribers`, kind: 'boolean', default: true },
  ],
  limits: [
    {
      field: 'first_comment',
      max: 10_000,
      unit: 'utf16',
      ...observed('The limit of a comment on the site; developers.google.com/youtube/v3/docs/comments names none', '2026-11-28'),
    },
    { field: 'text', max: 5000, unit: 'bytes', ...VIDEOS },
    { field: 'title', max: 100, unit: 'code_points', ...VIDEOS },
    // Commas between tags count, and quotation marks around a tag with a space in it.
    { field: 'all_tags', max: 500, unit: 'code_points', ...VIDEOS },
    {
      field: 'text_tags',
      max: 60,
      unit: 'items',
      ...documented(
        'support.google.com/youtube/answer/6390658: with more than 60 hashtags each is ignored (15 in copies before 2022)',
        '2026-11-22',
      ),
    },
    { field: 'cover_size', max: 2, unit: 'megabytes', ...VIDEOS, source: 'developers.google.com/youtube/v3/docs/thumbnails/set' },
    {
      field: 'subtitles_size',
      max: 100_000_000,
      unit: 'bytes',
      ...VIDEOS,
      source: 'developers.google.com/youtube/v3/docs/captions/insert',
    },
    { field: 'videos', max: 1, unit: 'items', ...VIDEOS },
    { field: 'video_size', max: 256_000, unit: 'megabytes', ...VIDEOS, source: 'developers.google.com/youtube/v3/docs/videos/insert' },
    {
      field: 'video_length',
      max: 43_200,
      unit: 'seconds',
      ...conflicting(
        'support.google.com/youtube/answer/71673: 12 hours; 15 minutes before the account has a confirmed phone number',
        '2026-11-28',
      ),
    },
  ],
};
