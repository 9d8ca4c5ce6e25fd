import {
  IconBrandBluesky,
  IconBrandDiscord,
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandPinterest,
  IconBrandReddit,
  IconBrandSlack,
  IconBrandTelegram,
  IconBrandThreads,
  IconBrandTiktok,
  IconBrandTumblr,
  IconBrandVk,
  IconBrandWordpress,
  IconBrandX,
  IconBrandYoutube,
  IconExternalLink,
  IconFlask,
  IconGhost,
  IconShare3,
} from '@tabler/icons-react';
import classes from './platform-mark.module.css';

const icons: Record<string, typeof IconShare3> = {
  bluesky: IconBrandBluesky,
  discord: IconBrandDiscord,
  facebook: IconBrandFacebook,
  ghost: IconGhost,
  google_business: IconBrandGoogle,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  mastodon: IconBrandMastodon,
  pinterest: IconBrandPinterest,
  reddit: IconBrandReddit,
  sandbox: IconFlask,
  slack: IconBrandSlack,
  telegram: IconBrandTelegram,
  threads: IconBrandThreads,
  tiktok: IconBrandTiktok,
  tumblr: IconBrandTumblr,
  vk: IconBrandVk,
  wordpress: IconBrandWordpress,
  x: IconBrandX,
  youtube: IconBrandYoutube,
};

/** A platform as icon and name. */
export function PlatformMark({ id, label }: { id: string; label?: string }) {
  const Icon = icons[id] ?? IconShare3;
  return (
    <span className={classes.mark}>
      <Icon size={16} stroke={1.7} aria-hidden />
      {label ?? nameOf(id)}
    </span>
  );
}

/** Only the icon, where there is no room for the name; the name is its tooltip. */
export function PlatformIcon({ id, size = 16 }: { id: string; size?: number }) {
  const Icon = icons[id] ?? IconShare3;
  return <Icon size={size} stroke={1.7} role="img" aria-label={nameOf(id)} title={nameOf(id)} />;
}

/** Only the icon; with an address a link to the post there, labelled by `words`. */
export function PlatformLink({ id, href, words }: { id: string; href: string | null; words: string }) {
  if (!href) return <PlatformIcon id={id} size={14} />;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={classes.link} aria-label={words} title={words}>
      <PlatformIcon id={id} size={14} />
      <IconExternalLink size={12} aria-hidden />
    </a>
  );
}

const names: Record<string, string> = {
  devto: 'DEV',
  google_business: 'Google Business',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  vk: 'VK',
  wordpress: 'WordPress',
  youtube: 'YouTube',
};

/** Where a list knows only the identifier: "bluesky" is "Bluesky". */
function nameOf(id: string): string {
  return names[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
}
