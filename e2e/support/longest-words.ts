import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from './server.ts';

const ASSETS = join(ROOT, 'console', 'dist', 'assets');
/** The left-to-right languages, except English, which is built in. */
const OTHERS = ['de', 'fr', 'es', 'pt'];
/** The language that they replace, so that the page uses its settings. */
export const LONGEST = 'de';

/**
 * Makes every text of the console the longest of its translations: a layout that fits these fits each language, and
 * pages are loaded once instead of four times.
 */
export async function speakLongest(page: Page): Promise<void> {
  const files = readdirSync(ASSETS);
  const fileOf = (language: string): string => {
    // The names of emojis in a language are in a file of its name, too.
    const isOfMessages = (name: string): boolean => readFileSync(join(ASSETS, name), 'utf8').trimEnd().endsWith('as messages};');
    const file = files.find((name) => name.startsWith(`${language}-`) && name.endsWith('.js') && isOfMessages(name));
    if (!file) throw new Error(`The console has no file of "${language}".`);
    return file;
  };
  const body = `
    ${OTHERS.map((language) => `import { messages as ${language} } from '/assets/${fileOf(language)}?real';`).join('\n')}
    const longest = (texts) => {
      const [first] = texts;
      if (typeof first === 'function') return (...values) => longest(texts.map((text) => text(...values)));
      if (typeof first === 'string') return texts.reduce((most, text) => (text.length > most.length ? text : most));
      if (Array.isArray(first)) return first.map((_, place) => longest(texts.map((text) => text[place])));
      return Object.fromEntries(Object.keys(first).map((key) => [key, longest(texts.map((text) => text?.[key]).filter((text) => text !== undefined))]));
    };
    export const messages = (formatters) => longest([${OTHERS.join(', ')}].map((of) => of(formatters)));`;
  await putInPlace(page, `*/assets/${fileOf(LONGEST)}`, body);
  await page.addInitScript((language) => localStorage.setItem('countersign-language', language), LONGEST);
}

/** Intercepts one address. A Playwright route would intercept every request, and disable the page's cache. */
async function putInPlace(page: Page, urlPattern: string, script: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const responseHeaders = [{ name: 'content-type', value: 'text/javascript' }];
  const body = Buffer.from(script).toString('base64');
  browser.on('Fetch.requestPaused', async ({ requestId }) => {
    // The page may have been left.
    await browser.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body }).catch(() => undefined);
  });
  await browser.send('Fetch.enable', { patterns: [{ urlPattern }] });
}
