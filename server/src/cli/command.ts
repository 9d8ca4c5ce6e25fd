import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf, type Environment } from '../config/config.ts';
import type { Context } from '../context.ts';
import { databasePaths } from '../db/embedded-postgres/postgres-settings.ts';
import { DomainError } from '../errors.ts';

/** One flag of a verb, as `--name value`; a flag without a value is a switch. */
export interface Flag {
  /** Shown in the help, for instance `ID`; absent for a switch. */
  value?: string;
  isRequired?: boolean;
  help: string;
}

/** The arguments: texts for flags with a value, true for switches. */
export type Flags = Record<string, string | boolean | undefined>;

/** One verb of a noun: `cs account create …`; with an empty verb the noun alone: `cs backup …`. */
export interface Command {
  noun: string;
  verb: string;
  help: string;
  flags: Record<string, Flag>;
  /** It sends mail to a person; without SMTP_URL its result says that it did not. */
  mails?: true;
  /** It works on the schema of an earlier version, too; the others refuse that. */
  readsOlderSchemas?: true;
  /** The result is printed as one JSON object on stdout; it never contains a secret. */
  run(ctx: Context, flags: Flags): Promise<Record<string, unknown>>;
}

/** A verb that needs neither settings nor a database. */
export interface OfflineCommand extends Omit<Command, 'run'> {
  runOffline(flags: Flags): Promise<Record<string, unknown>>;
}

/** A verb that reads the settings and opens the database itself, since neither exists yet. */
export interface AloneCommand extends Omit<Command, 'run'> {
  runAlone(env: Environment, flags: Flags): Promise<Record<string, unknown>>;
  /** Whether the exit code is 1 although there is an answer. */
  failsWith?(answer: Record<string, unknown>): boolean;
}

export type AnyCommand = Command | OfflineCommand | AloneCommand;

/** An invalid call; the message says what is expected. */
export class UsageError extends DomainError {
  constructor(message: string) {
    super('bad_user_input', { message, remedy: 'Correct the command; "cs help" lists all commands.' });
  }
}

/**
 * Refuses a command that was called without the settings of its service, before anything is created: in another folder
 * it would start an empty database there, and a backup of it would succeed.
 */
export function requireService(env: Environment): void {
  requireOwner(env);
  const folder = dataDirOf(env);
  if (env.DATABASE_URL || existsSync(databasePaths(folder).cluster)) return;
  throw new UsageError(
    `${folder} contains no database that this user can read. Run the command as the service’s user, with its DATA_DIR or DATABASE_URL.`,
  );
}

/** Refuses root where the service is another user, which could not use the keys and pictures that root writes. */
export function requireOwner(env: Environment): void {
  const folder = dataDirOf(env);
  const written = ['master.key', 'media', '.'].map((name) => join(folder, name)).find((path) => existsSync(path));
  const owner = written === undefined ? 0 : statSync(written).uid;
  if (process.getuid?.() !== 0 || owner === 0) return;
  throw new UsageError(`${folder} belongs to the user with id ${owner}. Run the command as that user, not as root.`);
}

/** The text of a flag that the table marks as required. */
export function textOf(flags: Flags, name: string): string {
  const value = flags[name];
  if (typeof value !== 'string') throw new UsageError(`--${name} is missing.`);
  return value;
}

export function optionalText(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export function wholeNumberOf(flags: Flags, name: string): number {
  const text = textOf(flags, name);
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not "${text}".`);
  return Number(text);
}

export function optionalWholeNumber(flags: Flags, name: string): number | null {
  return flags[name] === undefined ? null : wholeNumberOf(flags, name);
}
