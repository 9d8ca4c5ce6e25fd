import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVER_FOLDER } from '../server-folder.ts';
import { COMMANDS, cliPage, helpText, parseCommand } from './parse-command.ts';

describe('names what is expected in an invalid call', () => {
  it.each([
    [[], 'account, signup, grant'],
    [['harbour'], 'account, signup, grant'],
    [['grant'], 'create|revoke|list'],
    [['grant', 'steal'], 'create|revoke|list'],
    [['grant', 'create', '--workspace', 'wsp_1'], '--agent-name NAME is missing'],
    [['grant', 'list', '--workspace', 'wsp_1', '--colour', 'red'], "Unknown option '--colour'"],
    [['grant', 'list', '--workspace', 'wsp_1', '--colour', 'red'], 'Expected: cs grant list --workspace ID'],
    [['grant', 'list', 'wsp_1'], "Unexpected argument 'wsp_1'"],
    [['grant', 'list', '--workspace'], '--workspace'],
    [['grant', 'list', '--workspace', '--json'], '--workspace'],
    [['account', 'create', '--approve=yes'], '--approve'],
    [['toString', 'constructor'], 'account, signup, grant'],
  ])('%j', (args, expected) => {
    expect(() => parseCommand(args)).toThrow(
      expect.objectContaining({
        code: 'bad_user_input',
        message: expect.stringContaining(expected),
        remedy: expect.stringContaining('help'),
      }),
    );
  });
});

it('reads flags with values, switches, and --json anywhere after the verb', () => {
  const { command, flags } = parseCommand([
    ...['grant', 'create', '--json', '--workspace=wsp_1', '--agent-name', 'A', '--scopes', 'read'],
    ...['--key-file', 'k', '--sandbox'],
  ]);
  expect(command).toMatchObject({ noun: 'grant', verb: 'create' });
  expect(flags).toMatchObject({ workspace: 'wsp_1', 'agent-name': 'A', scopes: 'read', 'key-file': 'k', sandbox: true, json: true });
});

it('accepts a noun without a verb where that is enough, and with one where there are several', () => {
  expect(parseCommand(['backup', '--to', '/b']).flags).toEqual({ to: '/b' });
  expect(parseCommand(['restore', '--from', '/b', '--json']).command).toMatchObject({ noun: 'restore', verb: '' });
  expect(parseCommand(['restore', 'status']).command).toMatchObject({ noun: 'restore', verb: 'status' });
  expect(() => parseCommand(['backup'])).toThrow('--to FOLDER is missing. Expected: cs backup --to FOLDER');
});

it('has each command once, and prints all of them with their flags as help', () => {
  const names = COMMANDS.map(({ noun, verb }) => `${noun} ${verb}`);
  expect(new Set(names).size).toBe(names.length);
  const help = helpText();
  for (const command of COMMANDS) {
    expect(help).toContain(`cs ${command.noun} ${command.verb}`.trim());
    for (const flag of Object.keys(command.flags)) expect(help).toContain(`--${flag}`);
  }
});

it('is in step with docs/cli.md', () => {
  expect(readFileSync(join(SERVER_FOLDER, '../docs/cli.md'), 'utf8')).toBe(cliPage());
});
