import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface WordpressSite {
  url: string;
  username: string;
  applicationPassword: string;
  stop(): Promise<void>;
}

/** A real, freshly installed site in a process of its own: on loopback only, in memory, without pretty permalinks. */
export async function startWordpressSite(): Promise<WordpressSite> {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'wordpress-program.mjs')], { stdio: ['pipe', 'pipe', 'pipe'] });
  const exit = once(program, 'exit');
  let failure = '';
  program.stderr.on('data', (text) => {
    failure += text;
  });
  const [line] = await Promise.race([
    once(createInterface(program.stdout), 'line'),
    exit.then(() => Promise.reject(new Error(`WordPress did not start: ${failure}`))),
  ]);
  return {
    ...(JSON.parse(line) as Omit<WordpressSite, 'stop'>),
    async stop() {
      program.kill('SIGKILL');
      await exit;
    },
  };
}
