// Keeps a program running: restarts it after a crash, but not after a requested stop.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { environmentOf, FLAGS, NODE } from './toolchain.mjs';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A program that ran this long does not die at every start, so pauses begin again at the shortest. */
const HEALTHY_MS = 60_000;
/** A program stops within 15 s; otherwise it is killed. */
const STOP_MS = 16_000;
const LOOK_FOR_PARENT_MS = 500;
/** The exit code of a start that may succeed later: its database is away. */
const TRY_LATER = 75;

/**
 * Runs the program until it exits cleanly or a stop is requested, by a signal or by the end of npm. It sends
 * "serving" once it works. A program that fails before is not restarted, unless its exit code says that a retry may
 * help.
 */
export function keepRunning(args) {
  const state = { child: null, hasServed: false, isStopping: false, waitMs: FIRST_WAIT_MS, timer: null };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(state, signal));
  // npm passes a signal on to a shell that may die of it alone, and a killed npm passes nothing on.
  if (process.env.npm_lifecycle_event) whenOrphaned(() => stop(state, 'SIGTERM'));
  start(state, args);
}

function start(state, args) {
  const startedAt = Date.now();
  // The channel notifies the child when this process is killed without passing a signal on.
  const child = spawn(NODE, [...FLAGS, ...args], {
    env: environmentOf(process.env),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  state.child = child;
  child.on('message', (message) => {
    if (message === 'serving') state.hasServed = true;
  });
  child.on('close', (code, signal) => {
    const mayTryAgain = state.hasServed || code === TRY_LATER;
    if (state.isStopping || code === 0 || !mayTryAgain) process.exit(signal ? 1 : (code ?? 1));
    if (Date.now() - startedAt >= HEALTHY_MS) state.waitMs = FIRST_WAIT_MS;
    const what = code === TRY_LATER ? 'Countersign could not start yet' : `Countersign died (${signal ?? `exit code ${code}`})`;
    process.stderr.write(`${what}. Starting it again in ${state.waitMs / 1_000} s.\n`);
    state.child = null;
    state.timer = setTimeout(() => start(state, args), state.waitMs);
    state.waitMs = Math.min(state.waitMs * 2, LONGEST_WAIT_MS);
  });
}

function stop(state, signal) {
  // Between a death and the next start there is nothing to stop.
  if (!state.child) process.exit(0);
  state.child.kill(signal);
  if (state.isStopping) return;
  state.isStopping = true;
  setTimeout(() => state.child.kill('SIGKILL'), STOP_MS).unref();
}

/** Watches the parent process, and npm itself: shells between the two outlive it. */
function whenOrphaned(work) {
  const parent = process.ppid;
  const npm = npmAbove(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isThere(npm))) return;
    clearInterval(timer);
    work();
  }, LOOK_FOR_PARENT_MS);
  timer.unref();
}

/** The package manager that runs the script, a few shells above at most; null if unknown. */
function npmAbove(pid, left = 4) {
  if (left === 0 || pid <= 1) return null;
  const { parent, command } = readProcess(pid);
  return /^(\S*\/)?(npm|pnpm|yarn)\b|\b(npm-cli|pnpm|yarn)\.c?js\b/.test(command) ? pid : npmAbove(parent, left - 1);
}

function readProcess(pid) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { parent: Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0), command };
  } catch {
    // Without /proc, as on a Mac.
    const [, parent, command] =
      /^\s*(\d+)\s+(.*)/.exec(spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '') ?? [];
    return { parent: Number(parent ?? 0), command: command ?? '' };
  }
}

function isThere(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
