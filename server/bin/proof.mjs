// npm run proof: the soak tests of the promises, with their figures. "-- --help" tells more.
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, NODE, ROOT, run, SERVER_BUILD } from './toolchain.mjs';

const USAGE = `npm run proof -- [P1 K7 …] [--scale 0.1]

  P1 K7 …   only these, also soak, months, punctual, start, memory, freeze, pooler, processes, failover,
            journeys, sources, words, walk, specmatic, video, networks and doubts; all of them when left out
  --minutes how long those run that run for a time (months: 120 when left out, times the scale; O3: no longer than that)
  --scale   this part of every count (0.01 takes a minute or two, 1 takes hours); 1 when left out
`;

/** Those that use the console. */
const IN_A_BROWSER = new Set(['journeys', 'M4', 'M5']);
const { ids, scale, minutes } = readOptions();
await ensureInstalled({ withTests: true });
// Several soak tests start the service as separate processes, like npm start.
await ensureBuilt('server', ...(ids.length === 0 || ids.some((id) => IN_A_BROWSER.has(id)) ? ['console'] : []));
// One of them is a web process that dies on request, which is no part of the service.
await run(NODE, [SERVER_BUILD, '--also', join('testing', 'servers', 'run-dying-web.ts')]);
process.stdout.write(`${ids.length > 0 ? ids.join(', ') : 'Every proof'}, ${scale} of the full counts, ${cpus().length} cores\n`);
const only = ids.length > 0 ? [...filesOf(ids), '--testNamePattern', `^(${ids.join('|')}):`] : [];
const code = await run(NODE, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.proof.config.ts', ...only], {
  cwd: join(ROOT, 'server'),
  env: { ...process.env, PROOF_SCALE: String(scale), ...(minutes && { PROOF_MINUTES: minutes }) },
});
process.exit(code);

/**
 * Loading a file takes seconds, even if no test of it is selected; all are loaded if the name is not literally in any
 * of them.
 */
function filesOf(wanted) {
  const server = join(ROOT, 'server');
  const all = readdirSync(join(server, 'src'), { recursive: true }).filter((name) => name.endsWith('.proof.ts'));
  const texts = all.map((name) => [name, readFileSync(join(server, 'src', name), 'utf8')]);
  const found = wanted.map((id) => texts.filter(([, text]) => new RegExp(`prove\\(\\s*'${id}',`).test(text)).map(([name]) => name));
  return found.every((files) => files.length > 0) ? [...new Set(found.flat())].map((name) => join('src', name)) : [];
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { scale: { type: 'string', default: '1' }, minutes: { type: 'string' }, help: { type: 'boolean', default: false } },
    });
    if (values.help) {
      process.stdout.write(USAGE);
      process.exit(0);
    }
    const number = Number(values.scale);
    if (!(number > 0 && number <= 1)) throw new Error(`--scale must be above 0 and at the most 1, not "${values.scale}".`);
    const wrong = positionals.find((id) => !/^[A-Za-z]\w*$/.test(id));
    if (wrong !== undefined) throw new Error(`"${wrong}" is not the name of a proof, such as P1.`);
    if (values.minutes !== undefined && !(Number(values.minutes) > 0))
      throw new Error(`--minutes must be a number above 0, not "${values.minutes}".`);
    return { ids: positionals, scale: number, minutes: values.minutes };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(1);
  }
}
