// npm test: everything that has to hold, in one command. Ends with "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BIOME, ensureBuilt, ensureInstalled, NODE, ROOT, run, TSC } from './toolchain.mjs';

const RESULTS = join(ROOT, 'test-results');
const total = { passed: 0, failed: 0 };

await ensureInstalled();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

await check('format and lint', () => run(NODE, [BIOME, 'check', '--max-diagnostics=50', '--error-on-warnings']));
for (const part of ['server', 'console', 'e2e']) await check(`types of ${part}`, () => run(NODE, [TSC, '--noEmit', '-p', part]));
await ensureBuilt('server');
await check('schema.graphql is in step', () => run(NODE, ['server/dist/graphql/emit-schema.js', '--check']));
await check('typed documents are in step', () => run(NODE, ['codegen.mjs', '--check'], { cwd: join(ROOT, 'console') }));
for (const part of ['server', 'console']) await suite(part, vitest);
await ensureBuilt('console');
await suite('e2e', playwright);

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

/** One check counts as one test. */
async function check(name, work) {
  const started = Date.now();
  const ok = (await work()) === 0;
  total[ok ? 'passed' : 'failed'] += 1;
  report(name, ok, started);
}

/** A suite counts as many as it has tests, and as a failure when it ended badly without a failed test. */
async function suite(name, runner) {
  const started = Date.now();
  const file = join(RESULTS, `${name}.json`);
  const code = await runner(name, file);
  const { passed, failed } = existsSync(file) ? readCounts(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  total.passed += passed;
  total.failed += code !== 0 && failed === 0 ? 1 : failed;
  report(`${name}: ${passed} passed, ${failed} failed`, code === 0 && failed === 0, started);
}

function vitest(name, file) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  return run(NODE, args, { cwd: join(ROOT, name) });
}

function playwright(name, file) {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  return run(NODE, ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json'], { cwd: join(ROOT, name), env });
}

/** Vitest and Playwright name their counts differently. */
function readCounts(report) {
  if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

function report(name, ok, started) {
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}
