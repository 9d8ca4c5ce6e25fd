/** How a platform draws a post; what a new platform does not say is drawn plainly. */
export interface PostLook {
  avatar: 'round' | 'square';
  /** Written before an account's name. */
  at: string;
  /** The row of reply, repost and like under a post. */
  hasActions: boolean;
}

const plain: PostLook = { avatar: 'square', at: '', hasActions: false };

const looks: Record<string, PostLook> = {
  bluesky: { avatar: 'round', at: '@', hasActions: true },
  sandbox: plain,
};

export function postLook(platform: string): PostLook {
  return looks[platform] ?? plain;
}
