import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** A key for sealed values, which are prefixed with its id. */
export interface SealingKey {
  id: string;
  key: Buffer;
}

/** The source of the keys: a file that `token rotate-key` writes, or the settings, for several hosts. */
export type SealingKeySource = { file: string } | { given: readonly Buffer[] };

/** The sealing keys as they are now, newest first; none before the first rotation. */
export type ReadSealingKeys = () => readonly SealingKey[];

/**
 * Called before every encryption and decryption. A changed file is read again at once, so a running process knows the
 * new key before it needs it.
 */
export function createSealingKeys(source: SealingKeySource): ReadSealingKeys {
  if ('given' in source) {
    const keys = source.given.map(toSealingKey);
    return () => keys;
  }
  let keys: readonly SealingKey[] = [];
  let stamp = '';
  return () => {
    const now = stampOf(source.file);
    if (now !== stamp) {
      keys = readKeyFile(source.file).map(toSealingKey);
      stamp = now;
    }
    return keys;
  };
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino}/${found.mtimeMs}/${found.size}` : '';
}

export function toSealingKey(secret: Buffer): SealingKey {
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, 'countersign', purpose, bytes));
  return { id: derive('seal-id', 6).toString('hex'), key: derive('seal', 32) };
}

export function readKeyFile(file: string): Buffer[] {
  if (!existsSync(file)) return [];
  return readKeys(readFileSync(file, 'utf8').trim().split(/\s+/), file);
}

/** Each 32 bytes in base64; `name` is named when one is not. */
export function readKeys(texts: readonly string[], name: string): Buffer[] {
  const keys = texts.filter(Boolean).map((text) => Buffer.from(text, 'base64'));
  if (keys.some((key) => key.length !== 32)) throw new Error(`${name} must hold keys of 32 bytes in base64 and nothing else.`);
  return keys;
}

export const newSealingSecret = (): Buffer => randomBytes(32);

/** Replaces the file atomically, readable by its owner only: readers see the old content or the new one. */
export function writeKeyFile(file: string, secrets: readonly Buffer[]): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  writeSync(handle, secrets.map((secret) => `${secret.toString('base64')}\n`).join(''));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
  // The name must outlive a power cut as well: rows are sealed under the new key from here on.
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
