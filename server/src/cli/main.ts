import { createApp, ownContext } from '../app.ts';
import { type Config, loadConfig } from '../config.ts';
import { toDomainError, toProblem } from '../http/problem-details.ts';
import { UsageError } from './command.ts';
import { helpText, parseCommand } from './parse-command.ts';

let publicUrl = 'http://localhost:4000';

async function main(args: string[]): Promise<void> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
    process.stdout.write(helpText());
    return;
  }
  const { command, flags } = parseCommand(args);
  if ('runOffline' in command) {
    process.stdout.write(`${JSON.stringify(await command.runOffline(flags))}\n`);
    return;
  }
  const config = readConfig();
  publicUrl = config.publicUrl;
  const app = await createApp(config);
  try {
    const answer = await command.run(ownContext(app.services, { kind: 'operator' }, 'cli'), flags);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  } finally {
    await app.close();
  }
}

function readConfig(): Config {
  try {
    // Logs would stand between the answer and whoever reads it, and the command takes no work off the queue.
    return loadConfig({ ...process.env, LOG_LEVEL: 'silent', ROLE: 'web' });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The shape of RFC 9457, so that a program reads the command line as it reads REST. */
function problemLine(error: unknown): string {
  const refusal = toDomainError(error);
  const { request_id: _none, ...problem } = toProblem(refusal, publicUrl, '');
  // At the operator's own command line the cause of a fault is no secret, and there is no log to look it up in.
  if (refusal.code === 'internal_error' && error instanceof Error) problem.detail = error.message;
  if (refusal.code === 'database_unavailable')
    problem.remedy = 'Nothing was changed. Check DATABASE_URL, or start the database, and try again.';
  return `${JSON.stringify(problem)}\n`;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(problemLine(error));
  process.exitCode = 1;
}
