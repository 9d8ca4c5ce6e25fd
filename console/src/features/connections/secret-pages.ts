/** Where a platform hands out what is to be entered here; elsewhere its own documents say it. */
const PAGES: Record<string, string> = {
  bluesky: 'https://bsky.app/settings/app-passwords',
  telegram: 'https://t.me/BotFather',
  discord: 'https://discord.com/developers/applications',
  slack: 'https://api.slack.com/apps',
};

export function secretPageOf(platformId: string): string | null {
  return PAGES[platformId] ?? null;
}
