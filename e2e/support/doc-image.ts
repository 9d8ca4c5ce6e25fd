import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ROOT } from './server.ts';

const IMAGES = join(ROOT, 'docs', 'images');

/**
 * Keeps an image of the documentation up to date: it is stored with its texts and its own fingerprint. Pixels differ
 * between machines; words and roles do not. DOC_IMAGES=renew writes both again.
 */
export async function keepInStep(page: Page, name: string): Promise<void> {
  const [picture, list] = [join(IMAGES, `${name}.png`), join(IMAGES, `${name}.txt`)];
  const read = async (): Promise<string[]> => readableOn(await page.locator('body').ariaSnapshot());
  if (process.env.DOC_IMAGES === 'renew') {
    await page.screenshot({ path: picture });
    await writeFile(list, `${[fingerprint(await readFile(picture)), ...(await read())].join('\n')}\n`);
    return;
  }
  const [of, ...shown] = (await readFile(list, 'utf8')).trimEnd().split('\n');
  const renew = 'Look whether that is meant, then renew the pictures: npm run pictures';
  await expect.poll(read, `The screen reads otherwise than docs/images/${name}.png shows it. ${renew}`).toEqual(shown);
  expect(fingerprint(await readFile(picture)), `docs/images/${name}.png is another picture than its list was made with. ${renew}`).toBe(of);
}

const fingerprint = (bytes: Buffer): string => `sha256 ${createHash('sha256').update(bytes).digest('hex')}`;

const DAY = /\b(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?|today|tomorrow|yesterday)\b/gi;
const MONTH =
  /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b/g;
const AGE = /(?<!\w)(?:just now|now|# ?(?:m|h|d|minutes?|hours?|days?)(?: ago)?)(?!\w)/g;

/** Every role with its name and every text, once each; when something was, how long ago and how many there are is left out. */
export function readableOn(tree: string): string[] {
  const lines = tree.split('\n').map((line) => line.replace(/^\s*- /, '').replace(/:$/, ''));
  const plain = lines
    .filter((line) => !line.startsWith('/url'))
    .map((line) =>
      line.replace(DAY, '(day)').replace(MONTH, '(month)').replace(/\d+/g, '#').replaceAll('(month) #', '(month)').replace(AGE, '(age)'),
    );
  return [...new Set(plain)].sort();
}
