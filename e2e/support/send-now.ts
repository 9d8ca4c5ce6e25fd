import { expect, type Page } from '@playwright/test';

/** A decision can be undone for five seconds; then it is sent. */
const WINDOW_MS = 6_000;

/** Sends the decision just made without waiting. On a slow machine its time may be over: then it is being sent already. */
export async function sendNow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Send now' });
  await button.click({ timeout: WINDOW_MS }).catch(() => expect(button).toHaveCount(0));
}

const LONG_MS = 1_000;

/**
 * From here on the page's timers of a second or more never fire, so that the time to undo does not depend on the
 * machine's speed. Shorter ones do: the page's queries deliver their results by them.
 */
export async function stopLongTimers(page: Page): Promise<void> {
  await page.evaluate((longMs) => {
    const setTimer = window.setTimeout.bind(window);
    const setShort = (handler: TimerHandler, ms = 0, ...args: unknown[]): number => (ms < longMs ? setTimer(handler, ms, ...args) : 0);
    Object.assign(window, { setTimeout: setShort });
  }, LONG_MS);
}
