import { parseArgs } from 'node:util';
import { ACCOUNT_COMMANDS } from './account.ts';
import { AUDIT_COMMANDS } from './audit.ts';
import { BACKUP_COMMANDS } from './backup.ts';
import { type AnyCommand, type Flags, UsageError } from './command.ts';
import { CONNECTION_COMMANDS } from './connection.ts';
import { CREDITS_COMMANDS } from './credits.ts';
import { EVIDENCE_COMMANDS } from './evidence.ts';
import { GRANT_COMMANDS } from './grant.ts';
import { KEY_COMMANDS } from './key.ts';
import { LAUNCH_COMMANDS } from './launch.ts';
import { LOGIN_COMMANDS } from './login/login.ts';
import { SERVICE_COMMANDS } from './service.ts';
import { SIGNUP_COMMANDS } from './signup.ts';
import { TOKEN_COMMANDS } from './token.ts';
import { USER_COMMANDS } from './user.ts';

/** Everything the command line can do. */
export const COMMANDS: readonly AnyCommand[] = [
  ...ACCOUNT_COMMANDS,
  ...SIGNUP_COMMANDS,
  ...GRANT_COMMANDS,
  ...KEY_COMMANDS,
  ...LOGIN_COMMANDS,
  ...USER_COMMANDS,
  ...CREDITS_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...LAUNCH_COMMANDS,
  ...SERVICE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...TOKEN_COMMANDS,
  ...EVIDENCE_COMMANDS,
  ...BACKUP_COMMANDS,
];

/** Finds the command and reads its flags; what does not fit is a UsageError that names it. */
export function parseCommand(args: readonly string[]): { command: AnyCommand; flags: Flags } {
  const [noun, second = '', ...others] = args;
  // A noun that says what to do needs no verb.
  const hasVerb = second !== '' && !second.startsWith('-');
  const verb = hasVerb ? second : '';
  const rest = hasVerb ? others : args.slice(1);
  const ofNoun = COMMANDS.filter((command) => command.noun === noun);
  if (ofNoun.length === 0)
    throw new UsageError(`Expected one of ${[...new Set(COMMANDS.map((command) => command.noun))].join(', ')}, or help.`);
  const command = ofNoun.find((candidate) => candidate.verb === verb);
  if (!command) throw new UsageError(`Expected cs ${noun} ${ofNoun.map((candidate) => candidate.verb || '--…').join('|')}.`);
  const flags = readFlags(command, rest);
  for (const [name, flag] of Object.entries(command.flags)) {
    if (flag.isRequired && flags[name] === undefined)
      throw new UsageError(`--${name} ${flag.value} is missing. Expected: ${usageOf(command)}`);
  }
  return { command, flags };
}

function readFlags(command: AnyCommand, args: string[]): Flags {
  const options = Object.fromEntries(
    Object.entries({ ...command.flags, json: { help: '' } }).map(([name, flag]) => [
      name,
      { type: 'value' in flag ? 'string' : 'boolean' } as const,
    ]),
  );
  try {
    return parseArgs({ args, options, strict: true }).values as Flags;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/, 1);
    throw new UsageError(`${sentence}. Expected: ${usageOf(command)}`);
  }
}

/** One line: the verb with its flags, those that may be left out in brackets. */
function usageOf({ noun, verb, flags }: AnyCommand): string {
  const words = Object.entries(flags).map(([name, flag]) => {
    const word = flag.value ? `--${name} ${flag.value}` : `--${name}`;
    return flag.isRequired ? word : `[${word}]`;
  });
  return ['cs', noun, verb, ...words].filter(Boolean).join(' ');
}

export function helpText(): string {
  const parts = COMMANDS.map((command) => {
    const flags = Object.entries(command.flags).map(
      ([name, flag]) => `      --${[name, flag.value].filter(Boolean).join(' ')}: ${flag.help}`,
    );
    return [`  ${usageOf(command)}`, `    ${command.help}`, ...flags].join('\n');
  });
  return `npm run -s cs -- <noun> <verb> [flags] --json\n\n${parts.join('\n\n')}\n`;
}
