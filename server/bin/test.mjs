// npm test: everything. npm test -- PATH …: these files alone. npm run test:unit, test:server, test:console, test:e2e: a part.
// Ends with "N passed, N failed, N skipped".
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { freeMemory, keepScratchInMemory } from './scratch.mjs';
import { BIOME, ensureBuilt, ensureInstalled, NODE, ROOT, run, TSC } from './toolchain.mjs';

const RESULTS = join(ROOT, 'test-results');
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

/** The most that the suites need when run in parallel, plus a reserve. */
const ROOM_BYTES = 12 * 1024 ** 3;
/** Several checkers repeat shared work: a single one takes two thirds of it. */
const FRUGAL = ['--noEmit', '--checkers', '1'];
/** The compiler ends before garbage collection pays off. */
const LAZY_GC = { ...process.env, GOGC: '400' };

const SUITES = ['server', 'console', 'e2e'];
/** Three keep two cores busy, since some wait. Plus two browsers, where both run together: with more, pages wait too long for a core. */
const WORKERS = 3;

const [first, ...others] = process.argv.slice(2);
const isRoomy = freeMemory() >= ROOM_BYTES && loadavg()[0] < 3 * cpus().length;
const BROWSERS = isRoomy && cpus().length >= 4 ? 2 : 3;

await ensureInstalled({ withTests: true });
keepScratchInMemory();
workInBatches();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

if (first === undefined) await testEverything();
else if (first === '--check') await checkOnly();
else if (first === '--unit') await testUnits();
else if (first === '--suite') await testSuite(...others);
else await testFiles([first, ...others]);

// Repeated at the end, where logs are read.
for (const { name, reason } of failures.filter((failure) => failure.reason)) process.stdout.write(`\n✗ ${name}\n${reason}\n`);
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map(({ name }) => `  ${name}\n`).join('')}`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed === 0 ? 0 : 1);

async function testEverything() {
  // A build keeps one core busy, and lint does not read its output.
  await sideBySide([build, lint]);
  const server = () => suite('server', vitest);
  const e2e = () => suite('e2e', playwright);
  // Both keep two cores busy: together they take as long as one after the other, and pages wait for a core.
  if (cpus().length >= 4) return sideBySide([checkSources, server, e2e]);
  await sideBySide([checkSources, server]);
  await e2e();
}

/** `npm run check`: format, lint, types, and generated files. */
async function checkOnly() {
  await build();
  await lint();
  await checkTypes();
}

/** `npm run test:unit`: tests without a browser or a database. */
async function testUnits() {
  await ensureBuilt('console');
  await suite('console', vitest);
  await suite('server', (name, file) => vitest(name, file, ['--config', 'vitest.unit.config.ts']));
}

/** `npm run test:server`, `test:console` and `test:e2e`; further arguments go to the runner, such as `--shard=1/3`. */
async function testSuite(name, ...args) {
  await build();
  await suite(name, (part, file) => (part === 'e2e' ? playwright : vitest)(part, file, args));
}

/** `npm test -- server/src/http/health.test.ts e2e/tests/journeys`: the named files and folders alone. */
async function testFiles(paths) {
  const suiteOf = (path) => relative(ROOT, resolve(ROOT, path)).split(sep)[0];
  if (!paths.every((path) => SUITES.includes(suiteOf(path)))) {
    process.stderr.write(`Tests are in ${SUITES.join(', ')}. Name a file or folder there, from the root of the repository.\n`);
    process.exit(2);
  }
  await build();
  for (const name of SUITES) {
    const inside = paths.filter((path) => suiteOf(path) === name).map((path) => relative(join(ROOT, name), resolve(ROOT, path)));
    if (inside.length > 0) await suite(name, (part, file) => (part === 'e2e' ? playwright : vitest)(part, file, inside));
  }
}

/**
 * Schedules all child processes as batch, where supported: they do not preempt each other. Each preemption costs
 * refilled caches, a twentieth of the browser tests' time.
 */
function workInBatches() {
  spawnSync('chrt', ['--batch', '--pid', '0', String(process.pid)], { stdio: 'ignore' });
}

/**
 * Much of every one is waiting, so they fill each other's pauses. One after the other where they would be in each other's way:
 * on a machine with little memory, or with more to do than this.
 */
async function sideBySide(works) {
  if (isRoomy) return Promise.all(works.map((work) => work()));
  for (const work of works) await work();
}

function lint() {
  return check('format and lint', () => run(NODE, [BIOME, 'check', '--max-diagnostics=50', '--error-on-warnings']));
}

async function build() {
  await ensureBuilt('server', 'console');
  // Used by tests; generating it takes seconds.
  await check('a client is made of the API', () => run(NODE, ['server/bin/api-client.mjs'], { quiet: true }));
}

async function checkSources() {
  await checkTypes();
  // Each worker loads React and the modules again, which is most of its time.
  await suite('console', (name, file) => vitest(name, file, ['--maxWorkers=1']));
}

async function checkTypes() {
  for (const part of ['server', 'console', 'e2e'])
    await check(`types of ${part}`, () => run(NODE, [TSC, ...FRUGAL, '-p', part], { env: LAZY_GC }));
  await check('schema.graphql is in step', () => run(NODE, ['server/dist/graphql/engine/emit-schema.js', '--check']));
}

/** One check counts as one test. */
async function check(name, work) {
  const started = Date.now();
  const ok = (await work()) === 0;
  total[ok ? 'passed' : 'failed'] += 1;
  if (!ok) failures.push({ name });
  report(name, ok, started);
}

/** A suite counts as many as it has tests, and as a failure when it ended badly without a failed test. */
async function suite(name, runner) {
  const started = Date.now();
  const file = join(RESULTS, `${name}.json`);
  const code = await runner(name, file);
  const counts = existsSync(file) ? readCounts(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: [], skipped: [] };
  const { passed, skipped } = counts;
  const failed = counts.failed.length;
  total.passed += passed;
  total.failed += code !== 0 && failed === 0 ? 1 : failed;
  failures.push(...(code !== 0 && failed === 0 ? [{ name: `${name} ended badly` }] : counts.failed));
  total.skipped += skipped.length;
  report(`${name}: ${passed} passed, ${failed} failed, ${skipped.length} skipped`, code === 0 && failed === 0, started);
  // Skipped tests are listed: a machine without their requirements must not look like one where they pass.
  for (const test of skipped) process.stdout.write(`  skipped: ${test}\n`);
}

function vitest(name, file, more = []) {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...(more.some((option) => option.startsWith('--maxWorkers')) ? [] : [`--maxWorkers=${WORKERS}`]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...more,
  ];
  return run(NODE, args, { cwd: join(ROOT, name) });
}

/**
 * Recording traces costs a tenth of the time, so only failed tests are repeated with one, for debugging: the first
 * result counts.
 */
async function playwright(name, file, more = []) {
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...more];
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await run(NODE, [...command, `--workers=${BROWSERS}`, '--reporter=line,json'], { cwd: join(ROOT, name), env });
  const lastRun = join(RESULTS, name, '.last-run.json');
  if (code !== 0 && existsSync(lastRun)) {
    process.stdout.write('Once more what failed, with a trace in test-results/traced (the result above stands):\n');
    // In addition to the files of the failure itself.
    const traced = join(RESULTS, 'traced');
    cpSync(lastRun, join(traced, '.last-run.json'));
    const again = ['--last-failed', '--trace=on', '--max-failures=10', '--reporter=line', `--output=${traced}`];
    await run(NODE, [...command, ...again], { cwd: join(ROOT, name) });
  }
  return code;
}

/** Vitest and Playwright name their counts differently. */
function readCounts(report) {
  const tests = report.stats ? specsOf(report.suites) : report.testResults.flatMap(vitestTests);
  const ended = (wanted) => tests.filter(({ status }) => status === wanted);
  return { passed: ended('passed').length, failed: ended('failed'), skipped: ended('skipped').map(({ name }) => name) };
}

function vitestTests({ name: file, assertionResults, status, message }) {
  const where = relative(ROOT, file);
  // A file that could not be loaded has no tests, and is a failure all the same.
  if (assertionResults.length === 0 && status === 'failed') return [{ name: where, status, reason: shortened(message) }];
  return assertionResults.map((test) => ({
    name: `${where}: ${test.fullName}`,
    status: ['passed', 'failed'].includes(test.status) ? test.status : 'skipped',
    reason: shortened(test.failureMessages[0]),
  }));
}

/** The start of an error: what was expected, what was there, and the line of the test. */
function shortened(message = '') {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, 24)
    .map((line) => `    ${line}`)
    .join('\n');
}

function specsOf(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [...specs.map(readSpec), ...specsOf(inner)]);
}

function readSpec({ file, title, tests }) {
  const name = `${file}: ${title}`;
  const outcomes = tests.map(({ status }) => status);
  // One that passed only the second time is a failure too.
  if (outcomes.some((status) => ['unexpected', 'flaky'].includes(status))) {
    const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
    return { name, status: 'failed', reason: shortened(error?.message) };
  }
  return { name, status: outcomes.every((status) => status === 'skipped') ? 'skipped' : 'passed' };
}

function report(name, ok, started) {
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}
