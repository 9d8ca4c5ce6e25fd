import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'vitest';
import { createCaptionWriter } from '../captions/create-caption-writer.ts';
import { createLog } from '../log.ts';
import { readPosts } from '../platforms/read-posts.ts';
import { NETWORKS } from '../platforms/registry.ts';
import { createWordsOnlyPlatform } from '../platforms/words-only-platform.ts';
import { checkSafety } from '../safety/check-safety.ts';
import { HOSTILE_UNITS } from '../testing/inputs/hostile-units.ts';
import { prove } from '../testing/proofs/prove.ts';
import { watchTurns } from '../testing/proofs/watch-turns.ts';

const SIZES = [1_000, 10_000, 100_000];
/** CPU time of the thread in one turn: the block of the event loop, given a free core. */
const MOST_MS = 50;
const platforms = NETWORKS.map(createWordsOnlyPlatform);
const writer = createCaptionWriter({ model: null, log: createLog({ logLevel: 'silent' }) });

/** As for a draft: captions, previews on each network, and safety checks. Returns what refused it. */
async function work(text: string): Promise<string | null> {
  try {
    const captions = await writer.compose({ sourceText: text, link: null, platforms, tone: null, language: null });
    const posts = captions.flatMap((caption, index) => {
      const platform = platforms[index];
      return platform ? [{ platform, post: { ...caption, link: null } }] : [];
    });
    await readPosts(posts);
    await checkSafety(posts.map(({ platform, post }) => ({ platform: platform.id, field: 'text', text: post.text })));
    return null;
  } catch (thrown) {
    return (thrown as { code?: string }).code ?? String(thrown);
  }
}

prove('W4', 'no text delays others: the event loop is never blocked for more than 50 ms', async (count) => {
  const units = HOSTILE_UNITS.slice(0, count(HOSTILE_UNITS.length, 5));
  await work('Once, so that everything is loaded. '.repeat(300));
  await work('Once, so that everything is loaded.');
  const figures: string[] = [];
  const slow: string[] = [];
  for (const size of SIZES) {
    const longest: number[] = [];
    const waits: number[] = [];
    const refused: string[] = [];
    for (const unit of units) {
      const loop = monitorEventLoopDelay({ resolution: 5 });
      loop.enable();
      const longestTurn = watchTurns();
      const refusal = await work(unit.repeat(Math.ceil(size / unit.length)).slice(0, size));
      const turn = longestTurn();
      loop.disable();
      longest.push(turn);
      waits.push(loop.max / 1e6);
      if (turn > MOST_MS) slow.push(`${JSON.stringify(unit)} × ${size}: ${Math.round(turn)} ms`);
      if (refusal) refused.push(`${JSON.stringify(unit)} (${refusal})`);
    }
    figures.push(
      `${size} characters × ${units.length} units × ${platforms.length} networks: longest turn ${quantiles(longest)} of its own time; by the clock, with what others took of the machine, ${quantiles(waits)}; refused: ${refused.join(', ') || 'none'}`,
    );
    process.stdout.write(`${figures.at(-1)}\n`);
  }
  process.stdout.write(`${slow.join('\n')}\n`);
  expect(slow).toEqual([]);
  return figures;
});

function quantiles(milliseconds: number[]): string {
  const sorted = milliseconds.map(Math.round).sort((a, b) => a - b);
  return `${sorted.at(-1)} ms (median ${sorted[sorted.length >> 1]})`;
}
