import type { News } from './change.ts';

/** How long, and how many, past notifications are kept for new listeners. */
const KEPT_MS = 30_000;
const MOST_KEPT = 5_000;

/** The recent notifications of a connection, as long as it is open. */
export function keepNews() {
  let told: { at: number; news: News }[] = [];
  let since = Number.POSITIVE_INFINITY;
  return {
    begin(): void {
      told = [];
      since = performance.now();
    },
    forget(): void {
      told = [];
      since = Number.POSITIVE_INFINITY;
    },
    add(news: News): void {
      const at = performance.now();
      told.push({ at, news });
      const oldest = told.length > MOST_KEPT ? (told[0]?.at ?? at) : at - KEPT_MS;
      since = Math.max(since, oldest);
      while (told[0] && told[0].at <= oldest) told.shift();
    },
    of(sinceMs: number): News[] {
      const from = performance.now() - sinceMs;
      return from < since ? [{ type: 'missed' }] : told.filter(({ at }) => at >= from).map(({ news }) => news);
    },
  };
}
