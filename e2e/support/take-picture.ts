import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from './toolchain.ts';

/** SHOTS=1 takes a picture of the page into test-results/screens, for somebody who looks at it; nothing is checked by it. */
export async function takePicture(page: Page, name: string, how: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: join(ROOT, 'test-results', 'screens', `${name}.png`), ...how });
}
