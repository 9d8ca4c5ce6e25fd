import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';

const FIGURES = { heap: 'nodejs_heap_size_used_bytes', rss: 'process_resident_memory_bytes', lag: 'nodejs_eventloop_lag_p99_seconds' };
const LOOK_EVERY_MS = 5_000;
const MIB = 1024 * 1024;

/** A process's own figures: megabytes, and the delay of its event loop in milliseconds (p99). */
export interface Look {
  heap: number;
  rss: number;
  lag: number;
}

/** Collects every process's figures until then; skips dead or frozen ones. */
export async function watchProcesses({ programs }: Fleet, until: number): Promise<Look[]> {
  const looks: Look[] = [];
  while (Date.now() < until) {
    for (const { url } of programs) looks.push(...(await look(url)));
    await sleep(LOOK_EVERY_MS);
  }
  return looks;
}

async function look(url: string): Promise<Look[]> {
  const text = await fetch(`${url}/api/metrics`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  if (text === null) return [];
  const read = (name: string) => Number(new RegExp(`^countersign_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return [{ heap: read(FIGURES.heap) / MIB, rss: read(FIGURES.rss) / MIB, lag: read(FIGURES.lag) * 1_000 }];
}
