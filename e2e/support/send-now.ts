import { expect, type Page } from '@playwright/test';

/** A decision can be undone for five seconds; then it is sent. */
const WINDOW_MS = 6_000;

/** Sends the decision just made without waiting. On a slow machine its time may be over: then it is being sent already. */
export async function sendNow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Send now' });
  await button.click({ timeout: WINDOW_MS }).catch(() => expect(button).toHaveCount(0));
}

/** Stops the page's clock, so that the time to undo does not depend on the machine's speed. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}
