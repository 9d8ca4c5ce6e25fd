import { spawn } from 'node:child_process';

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** How a program is started: as another user or not; a prefix is a command that becomes that user. */
export interface Launcher {
  readonly prefix: readonly string[];
  readonly user?: UserIds;
}

export interface ProgramResult {
  readonly ok: boolean;
  readonly output: string;
}

/**
 * The environment of PostgreSQL's programs: nothing of ours leaks into the database server, messages are English, and
 * a new cluster's time zone is UTC.
 */
export function programEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...extra };
}

/** Splits a command into the arguments of `spawn`, with the launcher's prefix in front. */
export function commandFor(launcher: Launcher, program: string, args: readonly string[]): [string, string[]] {
  const [first = program, ...rest] = [...launcher.prefix, program, ...args];
  return [first, rest];
}

/** The user that `spawn` itself must become. */
export function identityOf(launcher: Launcher): Partial<UserIds> {
  return launcher.prefix.length === 0 ? (launcher.user ?? {}) : {};
}

/** Runs a program to its end. Never rejects: a program that cannot be started counts as failed. */
export async function runProgram(
  launcher: Launcher,
  program: string,
  args: readonly string[],
  inheritedFd?: number,
): Promise<ProgramResult> {
  const [command, commandArgs] = commandFor(launcher, program, args);
  const child = spawn(command, commandArgs, {
    ...identityOf(launcher),
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', ...(inheritedFd === undefined ? [] : [inheritedFd])],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
