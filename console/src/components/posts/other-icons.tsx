import {
  IconBrandDiscord,
  IconBrandGoogle,
  IconBrandPinterest,
  IconBrandReddit,
  IconBrandSlack,
  IconBrandTelegram,
  IconBrandTiktok,
  IconBrandTumblr,
  IconBrandVk,
  IconBrandWordpress,
  IconBrandYoutube,
  IconGhost,
  IconShare3,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';

const icons: Record<string, typeof IconShare3> = {
  discord: IconBrandDiscord,
  ghost: IconGhost,
  google_business: IconBrandGoogle,
  pinterest: IconBrandPinterest,
  reddit: IconBrandReddit,
  slack: IconBrandSlack,
  telegram: IconBrandTelegram,
  tiktok: IconBrandTiktok,
  tumblr: IconBrandTumblr,
  vk: IconBrandVk,
  wordpress: IconBrandWordpress,
  youtube: IconBrandYoutube,
};

/** The icon of a platform that few workspaces have; one for all that have none. */
export function OtherIcon({ id, ...props }: ComponentProps<typeof IconShare3> & { id: string }) {
  const Icon = icons[id] ?? IconShare3;
  return <Icon {...props} />;
}
