import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { conflicting, documented, observed } from '../platform/rules.ts';
import { unmetRequirements } from './post-requirements.ts';

const VIDEOS = observed(
  'support.reddithelp.com, How do I post videos: MP4 or MOV, up to 1 GB and 15 minutes, at least 2 seconds',
  '2026-11-28',
);

export const redditRules: NetworkRules = {
  id: 'reddit',
  label: 'Reddit',
  tagsIn: 'none',
  tagShape: 'word',
  checkDemands: unmetRequirements,
  // Of a video: POST /api/submit, video_poster_url (PRAW uploads its own logo where none is given).
  requires: ['title', 'cover'],
  markup: 'markdown',
  syntax: { links: true, tags: null, mentions: 'reddit' },
  hasLinkCard: false,
  // Free up to 100 requests a minute; more, or commercial use by its terms, needs a contract.
  charges: freeOfCharge('https://support.reddithelp.com/hc/en-us/articles/16160319875092-Reddit-Data-API-Wiki'),
  limits: [
    {
      field: 'first_comment',
      max: 10_000,
      unit: 'code_points',
      ...observed('What Reddit refuses as too long (TOO_LONG); reddit.com/dev/api names no figure', '2026-11-28'),
    },
    {
      field: 'text',
      max: 40_000,
      unit: 'code_points',
      ...documented(
        'reddit-archive/reddit r2/r2/models/link.py (SELFTEXT_MAX_LENGTH = 40000), its own code; Postiz says 10,000, Ayrshare and Upload-Post 5,000',
        '2026-11-22',
      ),
    },
    { field: 'title', max: 300, unit: 'code_points', ...documented('reddit.com/dev/api POST /api/submit (title)', '2026-11-21') },
    {
      field: 'images',
      max: 20,
      unit: 'items',
      ...observed('PRAW, Subreddit.submit_gallery (2 to 20 pictures); one picture is a post of its own', '2026-11-28'),
    },
    {
      field: 'animation_size',
      max: 10,
      unit: 'megabytes',
      ...conflicting(
        'Ayrshare: 10 MB of every picture; docs.getlate.dev, Media Guidelines, Reddit, says 20 MB of animated GIFs',
        '2026-11-29',
      ),
    },
    { field: 'videos', max: 1, unit: 'items', ...VIDEOS },
    { field: 'video_size', max: 1000, unit: 'megabytes', ...VIDEOS },
    { field: 'video_length', min: 2, max: 900, unit: 'seconds', ...VIDEOS },
  ],
  videoFormats: { types: ['video/mp4', 'video/quicktime'], ...VIDEOS },
  settings: [
    {
      name: 'flair',
      label: say`Flair`,
      kind: 'text',
      max: 64,
      remark: say`The name of one of the community’s flairs. Some communities require one.`,
    },
    { name: 'nsfw', label: say`Not safe for work`, kind: 'boolean', default: false },
    { name: 'spoiler', label: say`Spoiler`, kind: 'boolean', default: false },
  ],
  quotas: [
    {
      // Of 100 requests; a post takes three.
      max: 30,
      perSeconds: 60,
      scope: 'app',
      ...documented('Reddit Data API wiki: 100 queries a minute for each client, averaged over ten minutes', '2026-11-28'),
    },
  ],
};
