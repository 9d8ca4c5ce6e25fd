import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readKeys, type SealingKeySource } from '../sealing/sealing-keys.ts';

type Environment = Record<string, string | undefined>;

/** 32 bytes: from the setting, or generated on the first start. */
export function readMasterKey(env: Environment, dataDir: string): Buffer {
  return env.MASTER_KEY ? keyFrom(env.MASTER_KEY, 'MASTER_KEY') : inDataDir(dataDir, () => keptMasterKey(dataDir));
}

/** Next to the generated master key; deployments that set MASTER_KEY have several hosts and set these too. */
export function readSealingKeySource(env: Environment, dataDir: string): SealingKeySource {
  if (env.SEALING_KEYS) return { given: readKeys(env.SEALING_KEYS.split(/[\s,]+/), 'SEALING_KEYS') };
  return env.MASTER_KEY ? { given: [] } : { file: resolve(dataDir, 'sealing.keys') };
}

function keyFrom(value: string, name: string): Buffer {
  const key = Buffer.from(value.trim(), 'base64');
  if (key.length !== 32) throw new Error(`${name} must be 32 bytes in base64 (for instance from "openssl rand -base64 32").`);
  return key;
}

/** Names the setting: the system's error about an unusable folder does not. */
function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Error(
      `DATA_DIR ${dataDir} cannot be used (${error.message}). Set it to a folder that this user may write and that has room.`,
    );
  }
}

/** The generated key of this installation, created on the first start, readable by its owner only. */
function keptMasterKey(dataDir: string): Buffer {
  const file = resolve(dataDir, 'master.key');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    // Under a new key no encrypted value could be read, and every audit entry would look tampered with.
    if (existsSync(resolve(dataDir, 'postgres')))
      throw new Error(
        `The database in ${dataDir} has its master key, and ${file} is gone. Put it back from your back-up, or set MASTER_KEY.`,
      );
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Two processes started at once: the first one's key is used.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return keyFrom(readFileSync(file, 'utf8'), file);
}
