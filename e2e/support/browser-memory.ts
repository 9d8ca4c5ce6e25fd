import type { Page, Response } from '@playwright/test';

/** Everything that a browser gets to see: answers, addresses, headers, console, page texts and storages. */
export interface BrowserMemory {
  /** Adds what the page shows and keeps right now. */
  look(): Promise<void>;
  /** Which of the secrets are in it anywhere. */
  holds(secrets: Record<string, string>): Promise<string[]>;
}

export function rememberAll(page: Page): BrowserMemory {
  const seen: string[] = [];
  const pending: Promise<unknown>[] = [];
  page.on('response', (response) => pending.push(record(response, seen)));
  page.on('console', (message) => seen.push(message.text()));
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  const look = async (): Promise<void> => {
    seen.push(await page.content());
    seen.push(
      await page.evaluate(() => {
        const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
        return JSON.stringify([fields, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href]);
      }),
    );
    seen.push(JSON.stringify(await page.context().storageState({ indexedDB: true })));
  };
  return {
    look,
    async holds(secrets) {
      await look();
      await Promise.all(pending);
      const all = seen.join('\n');
      if (all.length < 10_000) throw new Error('Hardly anything was recorded, so nothing would be found in it.');
      return Object.entries(secrets).flatMap(([name, secret]) => (all.includes(secret) ? [name] : []));
    },
  };
}

async function record(response: Response, seen: string[]): Promise<void> {
  seen.push(response.url(), JSON.stringify(await response.allHeaders().catch(() => ({}))), response.request().postData() ?? '');
  // A redirect has no body, and one of a page that was left may be gone.
  seen.push(await response.text().catch(() => ''));
}
