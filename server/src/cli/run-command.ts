import { createCommandApp, ownContext } from '../app.ts';
import { type Config, type Environment, loadConfig } from '../config/config.ts';
import { toDomainError, toProblem } from '../http/engine/problem-details.ts';
import { VERSION } from '../server-folder.ts';
import { requireService, UsageError } from './command.ts';
import { helpText, parseCommand } from './parse-command.ts';

/** The result of a command: the text of each stream, and the exit code. */
export interface CommandOutcome {
  code: 0 | 1;
  stdout: string;
  stderr: string;
}

/** Runs a command: one line of JSON, or a problem in the format of RFC 9457 with the exit code 1. */
export async function runCommand(args: string[], env: Environment): Promise<CommandOutcome> {
  let publicUrl = 'http://localhost:4000';
  try {
    if (args.length === 0 || args[0] === 'help' || args.includes('--help')) return { code: 0, stdout: helpText(), stderr: '' };
    if (args.includes('--version')) return { code: 0, stdout: `${VERSION}\n`, stderr: '' };
    const { command, flags } = parseCommand(args);
    if ('runOffline' in command) return answered(await command.runOffline(flags));
    if ('runAlone' in command) {
      const answer = await command.runAlone(env, flags);
      return answered(answer, command.failsWith?.(answer) ? 1 : 0);
    }
    requireService(env);
    const config = readConfig(env);
    publicUrl = config.publicUrl;
    const app = await createCommandApp(config, command.readsOlderSchemas ? 'accept older' : 'require');
    try {
      const answer = await command.run(ownContext(app.services, { kind: 'operator' }, 'cli'), flags);
      return answered(command.mails && !config.mail ? { ...answer, mail: NO_MAIL } : answer);
    } finally {
      await app.close();
    }
  } catch (error) {
    return { code: 1, stdout: '', stderr: problemLine(error, publicUrl) };
  }
}

const NO_MAIL = 'No mail was sent: SMTP_URL is not set. Inform the person yourself.';

function answered(answer: unknown, code: 0 | 1 = 0): CommandOutcome {
  return { code, stdout: `${JSON.stringify(answer)}\n`, stderr: '' };
}

function readConfig(env: Environment): Config {
  try {
    // Without logs, which would mix with the output; and as `web`, so the command takes no jobs off the queue.
    return loadConfig({ ...env, LOG_LEVEL: 'silent', ROLE: 'web' });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** In the format of RFC 9457, the same as for REST. */
function problemLine(error: unknown, publicUrl: string): string {
  const refusal = isFileFault(error) ? new UsageError(`${error.message}. Pass a path that this user can access.`) : toDomainError(error);
  const { request_id: _none, ...problem } = toProblem(refusal, publicUrl, '');
  // For the operator at the command line the cause is no secret, and there is no log.
  if (refusal.code === 'internal_error') {
    if (error instanceof Error) problem.detail = error.message;
    problem.remedy = 'Run cs doctor. If it finds nothing, report this with the version.';
  }
  if (refusal.code === 'database_unavailable')
    problem.remedy = 'Nothing was changed. Check DATABASE_URL, or start the database, and try again.';
  if (refusal.code === 'storage_full')
    problem.remedy =
      'Nothing was changed. Free disk space and run the command again. Nothing is published meanwhile: every post is recorded before it is sent.';
  return `${JSON.stringify(problem)}\n`;
}

/** A path that is missing, taken or not for this user; a full disk is recognised before. */
function isFileFault(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'path' in error &&
    /^E(ACCES|PERM|NOENT|EXIST|ISDIR|NOTDIR|ROFS|NAMETOOLONG)$/.test(String((error as NodeJS.ErrnoException).code))
  );
}
