/** The browser's cache of the desk's data (`kept-desk.ts`). */
export const DESK_CACHE = 'countersign-desk';

/** At sign-out, and when the session turns out to be over. */
export async function forgetDesk(): Promise<void> {
  // Only secure pages have caches.
  if (typeof caches !== 'undefined') await caches.delete(DESK_CACHE);
}
