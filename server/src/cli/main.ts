import 'reflect-metadata';
import { createApp, ownContext } from '../app.ts';
import { loadConfig } from '../config.ts';
import { DomainError, ERRORS } from '../errors.ts';
import { toDomainError } from '../http/problem-details.ts';
import { UsageError } from './command.ts';
import { helpText, parseCommand } from './parse-command.ts';

/** RFC 9457's shape, so that a program reads the command line as it reads REST. */
interface Problem {
  title: string;
  status: number;
  code: string;
  detail: string;
  remedy: string;
  errors?: unknown[];
}

async function main(args: string[]): Promise<void> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
    process.stdout.write(helpText());
    return;
  }
  const { command, flags } = parseCommand(args);
  // Logs would stand between the answer and whoever reads it.
  const app = await createApp(loadConfig({ LOG_LEVEL: 'silent', ...process.env, ROLE: 'web' }));
  try {
    const answer = await command.run(ownContext(app.services, { kind: 'operator' }, 'cli'), flags);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  } finally {
    await app.close();
  }
}

function toProblem(error: unknown): Problem {
  if (error instanceof UsageError) {
    return {
      title: 'The command is not understood.',
      status: 400,
      code: 'usage',
      detail: error.message,
      remedy: 'Run "npm run -s cs -- help".',
    };
  }
  const refusal = error instanceof DomainError ? error : toDomainError(error);
  return {
    title: ERRORS[refusal.code].message,
    status: refusal.status,
    code: refusal.code,
    // At the operator's own command line the cause of a fault is no secret.
    detail: refusal.code === 'internal_error' && error instanceof Error ? error.message : refusal.message,
    remedy: refusal.remedy,
    ...(refusal.fields.length > 0 && { errors: refusal.fields }),
  };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${JSON.stringify(toProblem(error))}\n`);
  process.exitCode = 1;
}
