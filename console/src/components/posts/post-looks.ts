import type { Cut } from './cut-text.ts';

/** The actions under a post on the network; drawn, without function. */
export type PostAction = 'reply' | 'repost' | 'like' | 'favourite' | 'send' | 'up' | 'view' | 'react';

/** How a platform draws a post; plain by default. */
export interface PostLook {
  avatar: 'round' | 'square';
  /** Written before an account's name. */
  at: string;
  /** `message`: in a bubble or a channel; `article`: under a headline; `post`: a card in a feed. */
  shape: 'post' | 'message' | 'article';
  actions: readonly PostAction[];
  /**
   * How much of a post a feed shows at first, and the label to show the rest; null for all. Approximate, since it
   * differs by screen.
   */
  cut: Cut | null;
  /** The image precedes the text. */
  isPictureFirst?: boolean;
}

const plain: PostLook = { avatar: 'square', at: '', shape: 'post', actions: [], cut: null };
const feed: PostLook = { ...plain, avatar: 'round', at: '@', actions: ['reply', 'repost', 'like'] };
const message: PostLook = { ...plain, avatar: 'round', shape: 'message' };
const article: PostLook = { ...plain, avatar: 'round', shape: 'article', actions: ['like', 'reply'] };

const linkedin: PostLook = {
  ...feed,
  at: '',
  actions: ['react', 'reply', 'repost', 'send'],
  cut: { characters: 210, lines: 3, more: '…more' },
};

const looks: Record<string, PostLook> = {
  bluesky: feed,
  mastodon: { ...feed, avatar: 'square', actions: ['reply', 'repost', 'favourite'] },
  nostr: feed,
  x: { ...feed, actions: ['reply', 'repost', 'like', 'view'] },
  threads: { ...feed, at: '', actions: ['like', 'reply', 'repost', 'send'] },
  linkedin,
  linkedin_page: { ...linkedin, avatar: 'square' },
  facebook: { ...feed, at: '', actions: ['react', 'reply', 'repost'], cut: { characters: 477, lines: 5, more: 'See more' } },
  instagram: {
    ...feed,
    isPictureFirst: true,
    at: '',
    actions: ['like', 'reply', 'send'],
    cut: { characters: 125, lines: 2, more: 'more' },
  },
  tiktok: { ...feed, actions: ['like', 'reply', 'send'], cut: { characters: 100, lines: 2, more: 'more' } },
  pinterest: { ...article, isPictureFirst: true, actions: ['react', 'send'], cut: { characters: 100, lines: 2, more: 'more' } },
  youtube: { ...article, actions: ['up', 'reply', 'send'], cut: { characters: 157, lines: 3, more: '...more' } },
  google_business: { ...article, avatar: 'round', actions: ['send'], cut: { characters: 250, lines: 4, more: 'More' } },
  vk: { ...feed, at: '', actions: ['like', 'reply', 'repost'], cut: { characters: 500, lines: 8, more: 'Show more' } },
  tumblr: { ...feed, avatar: 'square', at: '', actions: ['reply', 'repost', 'like'] },
  reddit: { ...article, at: 'u/', actions: ['up', 'reply', 'send'] },
  lemmy: { ...article, actions: ['up', 'reply'] },
  devto: article,
  hashnode: article,
  wordpress: article,
  ghost: article,
  telegram: { ...message, actions: ['view'] },
  discord: message,
  slack: { ...message, avatar: 'square' },
  postiz: feed,
  sandbox: plain,
};

export function postLook(platform: string): PostLook {
  return looks[platform] ?? plain;
}
