// Captions for every network out of 5 KB, against reading the same text once with Intl.Segmenter.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bin/toolchain.mjs';

const dist = (...path) => import(join(ROOT, 'server', 'dist', ...path));

export async function timeCaptions({ row }) {
  const { composeCaptions } = await dist('captions', 'embedded', 'compose-captions.js');
  const { createPlatforms } = await dist('platforms', 'registry.js');
  const platforms = [...createPlatforms({ sandboxFeed: {}, website: 'http://localhost:4555', clients: {} }).values()];
  const sourceText = readFileSync(join(ROOT, 'README.md'), 'utf8').slice(0, 5_120);
  const captions = await p95(() => composeCaptions({ sourceText, link: null, platforms, tone: null, language: null }));
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  const floor = await p95(() => [...segmenter.segment(sourceText)].length);
  row({
    name: `captions of 5 KB for ${platforms.length} networks, p95`,
    figure: `${captions.toFixed(1)} ms`,
    floor: `${floor.toFixed(1)} ms`,
    value: captions / floor,
  });
}

async function p95(work) {
  const times = [];
  for (let i = 0; i < 200; i++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
}
