import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { freeOfCharge } from '../platform/charges.ts';
import { documented } from '../platform/rules.ts';
import { PLAIN_TEXT } from '../text/facet-syntax.ts';

const PEERS = { checkedOn: '2026-11-21', confidence: 'observed' } as const;

export const googleBusinessRules: NetworkRules = {
  id: 'google_business',
  label: 'Google Business Profile',
  tagsIn: 'none',
  tagShape: 'word',
  requires: [],
  // docs.ayrshare.com Google Business Profile: "Google will reject all posts containing phone numbers".
  refusesPhones: true,
  // The link of a post is its button; nothing in the text can be clicked on.
  syntax: PLAIN_TEXT,
  hasLinkCard: true,
  carriesLink: true,
  charges: freeOfCharge('https://developers.google.com/my-business/content/posts-data'),
  noFirstComment: say`posts of a business have no comments.`,
  noVideo: say`Google does not accept videos in posts that are sent through its API.`,
  limits: [
    {
      field: 'text',
      max: 1500,
      unit: 'utf16',
      ...PEERS,
      source: 'docs.zernio.com Google Business and Postiz alike; the unit is not documented',
    },
    { field: 'images', max: 1, unit: 'items', ...PEERS, source: 'docs.zernio.com and docs.getlate.dev Google Business' },
    { field: 'videos', max: 0, unit: 'items', ...PEERS, source: 'docs.zernio.com and docs.getlate.dev Google Business' },
    {
      ...{ field: 'image_size', min: 0.01, max: 5, unit: 'megabytes', confidence: 'observed', checkedOn: '2026-12-01' },
      source: 'ayrshare.com/docs/media-guidelines/google-business-profile: between 10 KB and 5 MB',
    },
    {
      ...{ field: 'image_side', min: 250, max: 200_000, unit: 'pixels', confidence: 'observed', checkedOn: '2026-12-01' },
      source: 'docs.getlate.dev and ayrshare.com/docs, media guidelines of Google Business: at least 250 × 250; no most is named',
    },
  ],
  settings: [
    {
      name: 'call_to_action',
      label: say`Button`,
      kind: 'choice',
      // developers.google.com/my-business, LocalPost, ActionType.
      options: [
        { value: 'LEARN_MORE', label: say`Learn more` },
        { value: 'BOOK', label: say`Book` },
        { value: 'ORDER', label: say`Order` },
        { value: 'SHOP', label: say`Shop` },
        { value: 'SIGN_UP', label: say`Sign up` },
        { value: 'CALL', label: say`Call` },
      ],
      default: 'LEARN_MORE',
      remark: say`It opens the link of the post; "Call" dials the number of the location. Without a link there is no other button.`,
    },
  ],
  quotas: [
    {
      max: 300,
      perSeconds: 60,
      scope: 'app',
      ...documented(
        'developers.google.com/my-business/content/limits: 300 requests a minute for each project once it is approved, 0 before',
        '2026-11-28',
      ),
    },
  ],
};
