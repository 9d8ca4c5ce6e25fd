import {
  IconBrandBluesky,
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandThreads,
  IconBrandX,
  IconExternalLink,
  IconFlask,
  IconShare3,
} from '@tabler/icons-react';
import { type ComponentProps, lazy, Suspense } from 'react';
import classes from './platform-mark.module.css';

type Props = ComponentProps<typeof IconShare3>;

/** Those that most workspaces have; the others are loaded where one is shown. */
const icons: Record<string, typeof IconShare3> = {
  bluesky: IconBrandBluesky,
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  linkedin_page: IconBrandLinkedin,
  mastodon: IconBrandMastodon,
  sandbox: IconFlask,
  threads: IconBrandThreads,
  x: IconBrandX,
};

const OtherIcon = lazy(() =>
  import('./other-icons.tsx').then(
    (file) => ({ default: file.OtherIcon }),
    // Without a connection.
    () => ({ default: ({ id: _, ...props }: Props & { id: string }) => <IconShare3 {...props} /> }),
  ),
);

function Icon({ id, ...props }: Props & { id: string }) {
  const Known = icons[id];
  if (Known) return <Known {...props} />;
  return (
    <Suspense fallback={<svg width={props.size} height={props.size} aria-hidden />}>
      <OtherIcon id={id} {...props} />
    </Suspense>
  );
}

/** A platform as icon and name. */
export function PlatformMark({ id, label }: { id: string; label?: string }) {
  return (
    <span className={classes.mark}>
      <Icon id={id} size={16} stroke={1.7} aria-hidden />
      <bdi>{label ?? nameOf(id)}</bdi>
    </span>
  );
}

/** Only the icon, where there is no room for the name; the name is its tooltip. */
export function PlatformIcon({ id, size = 16 }: { id: string; size?: number }) {
  return <Icon id={id} size={size} stroke={1.7} role="img" aria-label={nameOf(id)} title={nameOf(id)} />;
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
  linkedin_page: 'LinkedIn page',
  tiktok: 'TikTok',
  vk: 'VK',
  wordpress: 'WordPress',
  youtube: 'YouTube',
};

/** Where a list knows only the identifier: "bluesky" is "Bluesky". */
function nameOf(id: string): string {
  return names[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
}
