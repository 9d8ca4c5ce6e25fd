import 'reflect-metadata';
import { createSetupToken } from './access/create-setup-token.ts';
import { type App, createApp, ownContext } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import { inTransaction } from './db/transaction.ts';
import type { HttpServer } from './http/http-server.ts';
import { purgeExpired } from './http/purge-expired.ts';
import { buildWeb } from './web.ts';
import { startWorker, type Worker } from './worker/start-worker.ts';

/** How long running requests and publications may take to end after a signal. */
const GRACE_MS = 10_000;

/** The parts that ROLE asked for; what was not asked for is null. */
interface Running {
  app: App;
  web: HttpServer | null;
  worker: Worker | null;
}

async function main(): Promise<void> {
  const config = readConfig();
  const running = await start(config);
  stopOnSignal(running);
  await greet(running, config);
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    return exitWith(error);
  }
}

async function start(config: Config): Promise<Running> {
  const app = await createApp(config).catch(exitWith);
  try {
    const worker = config.role === 'web' ? null : await startWorker(app.services, app.queue, [purgeExpired]);
    const web = config.role === 'worker' ? null : await serve(app, config);
    return { app, web, worker };
  } catch (error) {
    await app.close();
    return exitWith(error);
  }
}

async function serve(app: App, config: Config): Promise<HttpServer> {
  const web = await buildWeb(app.services);
  await web.listen({ port: config.port, host: config.host });
  return web;
}

/** What a person at the terminal needs to know; the log is for everything else. */
async function greet({ app, web }: Running, config: Config): Promise<void> {
  if (!web) {
    process.stdout.write('Countersign publishes (worker only).\n');
    return;
  }
  process.stdout.write(`Countersign is at ${config.publicUrl}\n`);
  const token = await inTransaction(ownContext(app.services, { kind: 'system' }, 'start'), createSetupToken);
  if (token) process.stdout.write(`\nMake the operator's account with this one-time link:\n${config.publicUrl}/setup#token=${token}\n\n`);
}

function stopOnSignal(running: Running): void {
  let isStopping = false;
  const stop = (): void => {
    // Whoever asks twice means it.
    if (isStopping) process.exit(1);
    isStopping = true;
    stopAll(running).then(
      () => process.exit(0),
      (error) => exitWith(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The command that started us was killed without a chance to pass a signal on.
  process.on('disconnect', stop);
}

async function stopAll({ app, web, worker }: Running): Promise<void> {
  await Promise.race([Promise.all([web?.close(), worker?.stop(GRACE_MS)]), after(GRACE_MS)]);
  await app.close();
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** A start that cannot work ends with a sentence, not with a stack. */
function exitWith(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as Error & { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Set PORT to a free one.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database cannot be reached: ${error.message}. Check DATABASE_URL.`;
  return error.message;
}

await main();
