/** Where a platform issues the required values; otherwise its documentation explains it. */
const PAGES: Record<string, string> = {
  bluesky: 'https://bsky.app/settings/app-passwords',
  telegram: 'https://t.me/BotFather',
  discord: 'https://discord.com/developers/applications',
  devto: 'https://dev.to/settings/extensions',
  slack: 'https://api.slack.com/apps',
};

export function secretPageOf(platformId: string): string | null {
  return PAGES[platformId] ?? null;
}
