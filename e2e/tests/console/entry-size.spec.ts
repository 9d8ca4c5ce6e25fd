import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../support/server.ts';

const MOST_BYTES = 200 * 1024;

test('what every visit to the console loads first is at most 200 KB', () => {
  const dist = join(ROOT, 'console', 'dist');
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  // The entry, and what it says right away that it needs.
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  const bytes = files.map((file) => gzipSync(readFileSync(join(dist, file))).length).reduce((sum, size) => sum + size, 0);
  console.info(`Console entry: ${files.length} files, ${Math.round(bytes / 1024)} KB gzip`);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});
