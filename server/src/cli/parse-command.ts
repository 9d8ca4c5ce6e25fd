import { parseArgs } from 'node:util';
import { ACCOUNT_COMMANDS } from './account.ts';
import { AUDIT_COMMANDS } from './audit.ts';
import { BACKUP_COMMANDS } from './backup.ts';
import { type AnyCommand, type Flags, UsageError } from './command.ts';
import { CONNECTION_COMMANDS } from './connection.ts';
import { CREDITS_COMMANDS } from './credits.ts';
import { DOCTOR_COMMANDS } from './doctor.ts';
import { EVIDENCE_COMMANDS } from './evidence.ts';
import { GRANT_COMMANDS } from './grant.ts';
import { IMPORT_COMMANDS } from './import.ts';
import { KEY_COMMANDS } from './key.ts';
import { LAUNCH_COMMANDS } from './launch.ts';
import { LOGIN_COMMANDS } from './login.ts';
import { SERVICE_COMMANDS } from './service.ts';
import { SIGNUP_COMMANDS } from './signup.ts';
import { TOKEN_COMMANDS } from './token.ts';
import { USER_COMMANDS } from './user.ts';

/** Everything the command line can do. */
export const COMMANDS: readonly AnyCommand[] = [
  ...ACCOUNT_COMMANDS,
  ...SIGNUP_COMMANDS,
  ...GRANT_COMMANDS,
  ...IMPORT_COMMANDS,
  ...KEY_COMMANDS,
  ...LOGIN_COMMANDS,
  ...USER_COMMANDS,
  ...CREDITS_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...LAUNCH_COMMANDS,
  ...SERVICE_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...AUDIT_COMMANDS,
  ...TOKEN_COMMANDS,
  ...EVIDENCE_COMMANDS,
  ...BACKUP_COMMANDS,
];

/** Finds the command and parses its flags; otherwise a UsageError that names the fault. */
export function parseCommand(args: readonly string[]): { command: AnyCommand; flags: Flags } {
  const [noun, second = '', ...others] = args;
  // Some nouns need no verb.
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

/** One line: the verb with its flags, optional ones in brackets. */
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
  return `cs <noun> <verb> [flags] --json\n  cs --version\n\n${parts.join('\n\n')}\n`;
}

/** docs/cli.md */
export function cliPage(): string {
  const nouns = Map.groupBy(COMMANDS, ({ noun }) => noun);
  const sections = [...nouns].map(([noun, commands]) => {
    const parts = commands.map((command) => {
      const flags = Object.entries(command.flags).map(
        ([name, flag]) => `- \`--${[name, flag.value].filter(Boolean).join(' ')}\`${flag.isRequired ? ' (required)' : ''}: ${flag.help}`,
      );
      return [
        `### cs ${[noun, command.verb].filter(Boolean).join(' ')}`,
        command.help,
        ...(flags.length > 0 ? [flags.join('\n')] : []),
      ].join('\n\n');
    });
    return [`## ${noun}`, ...parts].join('\n\n');
  });
  return `${['# Command line', CLI_INTRODUCTION, ...sections, CLI_GENERATED].join('\n\n')}\n`;
}

const CLI_INTRODUCTION = `\`cs <noun> <verb> [flags] --json\` is \`npm run -s cs -- …\` in a checkout and \`bin/cs …\` in a package. It runs alongside a running
server or alone, with its settings and as its user; alone, it starts the embedded database while it runs. It prints one JSON object to
stdout and exits with 0, or a problem (RFC 9457) to stderr and exits with 1. Keys and passwords are read from and written to files (mode 0600), never printed.`;
const CLI_GENERATED = 'Generated by `npm run generate` from the commands in `server/src/cli`.';
