import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from './toolchain.ts';

/** With SHOTS=1, saves a screenshot to test-results/screens, for people to look at; checks nothing. */
export async function takePicture(page: Page, name: string, how: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: join(ROOT, 'test-results', 'screens', `${name}.png`), ...how });
}
