import cluster from 'node:cluster';
import { readProcesses } from './config/processes-config.ts';

/** Several processes, or this one alone. Loaded only then: a parent of others holds nothing of the service. */
async function main(): Promise<void> {
  const shares = cluster.isPrimary ? readProcesses(process.env) : [];
  if (shares.length === 0) return void (await import('./serve.ts'));
  const { runProcesses } = await import('./process/run-processes.ts');
  runProcesses(shares);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
