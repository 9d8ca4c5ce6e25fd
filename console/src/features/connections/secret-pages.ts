import type { ConnectPlatformFragment } from '../../gql/graphql.ts';
import { texts } from './texts.ts';

/** Where a platform issues the required values; otherwise its documentation explains it. */
const PAGES: Record<string, string> = {
  bluesky: 'https://bsky.app/settings/app-passwords',
  telegram: 'https://t.me/BotFather',
  discord: 'https://discord.com/developers/applications',
  devto: 'https://dev.to/settings/extensions',
  slack: 'https://api.slack.com/apps',
};

/** "App password". */
export function secretLabel({ connectFields }: ConnectPlatformFragment): string {
  return connectFields.find(({ isMasked }) => isMasked)?.label ?? texts.how.key;
}

export function secretPageOf(platformId: string): string | null {
  return PAGES[platformId] ?? null;
}
