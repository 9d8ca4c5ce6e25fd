import cluster from 'node:cluster';
import { readProcesses } from './config/processes-config.ts';
import { keepCompiled } from './process/keep-compiled.ts';

/** Several processes, or only this one. Loaded on demand: a parent process loads nothing of the service. */
async function main(): Promise<void> {
  const shares = cluster.isPrimary ? readProcesses(process.env) : [];
  keepCompiled();
  if (shares.length > 0) {
    const { runProcesses } = await import('./process/run-processes.ts');
    return runProcesses(shares);
  }
  const { prepare } = await import('./process/prepare.ts');
  const prepared = await prepare();
  const { serve } = await import('./serve.ts');
  await serve(prepared);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit((error as { exitCode?: number } | undefined)?.exitCode ?? 1);
});
