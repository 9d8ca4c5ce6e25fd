import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from './support/chromium.ts';

const browser = await chromium.launch(await findChromium());
const names = [
  ...new Set(
    readdirSync('/tmp/people-shots')
      .filter((f) => /-(desktop|phone)-/.test(f))
      .map((f) => f.replace(/-(desktop|phone)-.*/, '')),
  ),
];
const wanted = process.argv.slice(2).length ? process.argv.slice(2) : names;
for (const name of wanted) {
  const page = await browser.newPage({ viewport: { width: 1800, height: 900 } });
  const img = (f: string, w: number) =>
    `<img width=${w} style="border:1px solid #999;vertical-align:top;margin:4px" src="data:image/png;base64,${readFileSync(`/tmp/people-shots/${name}-${f}.png`).toString('base64')}">`;
  await page.setContent(
    `<body style="margin:0;background:#ccc">${img('desktop-light', 840)}${img('phone-light', 330)}${img('phone-dark', 330)}<br>${img('desktop-dark', 640)}</body>`,
  );
  await page.screenshot({ path: `/tmp/people-shots/sheet-${name}.png`, fullPage: true });
  await page.close();
}
await browser.close();
