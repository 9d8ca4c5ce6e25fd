// What of the processor the service and its embedded PostgreSQL have taken, as Linux tells it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 10;

/** Milliseconds of processor time so far; null where the system does not say. */
export function processorTimes(servicePid, dataDir) {
  try {
    const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    // Of those that have ended it is the postmaster that tells.
    const { childrenMs: ended } = readStat(postmaster);
    const running = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readStat(name))
      .filter(({ parent }) => parent === postmaster);
    return { service: readStat(servicePid).ms, postgres: ended + running.reduce((sum, { ms }) => sum + ms, 0) };
  } catch {
    return null;
  }
}

const CALM_MS = 100;
const LONGEST_SECONDS = 120;

/** Until the service and PostgreSQL take hardly anything by themselves for three seconds, as after many rows were made; two minutes at the most. */
export async function untilCalm(processor) {
  let calm = 0;
  for (let second = 0; calm < 3 && second < LONGEST_SECONDS; second++) {
    const before = processor();
    await sleep(1_000);
    const after = processor();
    if (!before || !after) return;
    calm = after.service + after.postgres - before.service - before.postgres < CALM_MS ? calm + 1 : 0;
  }
}

/** What each of so many took between two times, in words; nothing where one is not known. */
export function perRequest(before, after, count) {
  if (!before || !after || count === 0) return '';
  const each = (part) => ((after[part] - before[part]) / count).toFixed(2);
  return `; processor: service ${each('service')} ms, PostgreSQL ${each('postgres')} ms each`;
}

function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name, in brackets, may hold spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user, system, childUser, childSystem] = fields.slice(11, 15);
    return { parent: fields[1], ms: (user + system) * TICK_MS, childrenMs: (childUser + childSystem) * TICK_MS };
  } catch {
    return { parent: null, ms: 0, childrenMs: 0 };
  }
}
