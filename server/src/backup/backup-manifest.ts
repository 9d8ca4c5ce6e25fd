import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MIGRATIONS, sinceBaseline } from '../db/migrations/all.ts';
import { ROW_POLICIES } from '../db/row-security/policies.ts';
import { DomainError } from '../errors.ts';

/** The manifest of a backup; written last, so a folder without it is no backup. */
export interface BackupManifest {
  format: 1;
  /** RFC 3339: it contains everything that was committed by then. */
  createdAt: string;
  /** The migrations of the rows' schema. */
  migrations: string[];
  tables: BackupTable[];
  /** Where the media files are: in the backup, or in a bucket with its own backup. */
  media: { place: 'here' | 'bucket'; files: number };
  /** Identifies the master key of the backup; the key cannot be derived from it. */
  keyCheck: string;
  /** Whether it contains the master key and the sealing keys. */
  holdsKeys: boolean;
}

export interface BackupTable {
  name: string;
  columns: string[];
  rows: number;
  /** The hash of the stored file. */
  sha256: string;
}

/**
 * Tables without a backup: rows that expire within hours, and those that would grant access or send something again.
 * After a restore everyone signs in again, and no message is sent twice.
 */
const LEFT_OUT = new Set([
  'attempt_windows',
  'client_codes',
  'client_recalls',
  'client_sessions',
  'connect_requests',
  'grant_requests',
  'mails',
  'migrations',
  'notice_deliveries',
  'password_resets',
  'sessions',
  'setup_tokens',
  'sign_in_steps',
  'unread_events',
  'webauthn_challenges',
  'webhook_deliveries',
]);

/** Every table of the service that is backed up; policies.ts names them all. */
export const BACKED_UP_TABLES: readonly string[] = Object.keys(ROW_POLICIES).filter((name) => !LEFT_OUT.has(name));

export const MANIFEST = 'manifest.json';
export const tableFile = (folder: string, name: string): string => join(folder, 'tables', `${name}.copy.gz`);
export const mediaFolder = (folder: string): string => join(folder, 'media');
export const keyFile = (folder: string, name: 'master.key' | 'sealing.keys'): string => join(folder, 'keys', name);

/**
 * Reads the manifest of a complete backup that this version can restore, without tables that earlier versions did not
 * leave out. Checks that every table's file exists.
 */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw refusal(`There is no whole back-up in ${folder}: ${MANIFEST} is missing.`);
  const manifest = parse(text);
  if (manifest?.format !== 1) throw refusal(`${join(folder, MANIFEST)} is not of a back-up that this version of the program can read.`);
  const unknown = sinceBaseline(manifest.migrations).filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
  if (unknown.length > 0)
    throw refusal(`The back-up was made by a newer version of the program (${unknown.join(', ')}). Restore it with that one.`);
  for (const { name, sha256 } of manifest.tables) {
    if (!(name in ROW_POLICIES)) throw refusal(`The back-up holds a table ${name} that this program does not know.`);
    const found = await hashOf(tableFile(folder, name)).catch(() => null);
    if (found !== sha256)
      throw refusal(`${tableFile(folder, name)} is ${found ? 'not as it was written' : 'missing'}. Use another back-up.`);
  }
  return { ...manifest, tables: manifest.tables.filter(({ name }) => !LEFT_OUT.has(name)) };
}

function parse(text: string): BackupManifest | null {
  try {
    return JSON.parse(text) as BackupManifest;
  } catch {
    return null;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** A problem with the backup or its target that the operator must fix. */
export function refusal(message: string): DomainError {
  return new DomainError('bad_user_input', { message });
}
