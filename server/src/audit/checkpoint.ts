import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Sealer } from '../sealing/sealer.ts';

/** The end of the rollup chain at this machine's last check. */
export interface RollHead {
  seq: number;
  hash: string;
}

/** This machine's checkpoint of the audit log, out of reach of database access alone. */
export interface Checkpoint {
  /** Null if nothing was stored. Throws if the checkpoint itself was changed. */
  read(): Promise<RollHead | null>;
  /** Null deletes the checkpoint. */
  write(head: RollHead | null): Promise<void>;
}

/** A checkpoint file next to the master key, with a MAC under a derived key. */
export function createCheckpoint(path: string, sealer: Pick<Sealer, 'hash'>): Checkpoint {
  const macOf = ({ seq, hash }: RollHead) => sealer.hash('audit-kept-head', `${seq}/${hash}`);
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(noFile);
      if (text === null) return null;
      const [seq, hash = '', mac] = text.trim().split(':');
      const head = { seq: Number(seq), hash };
      if (macOf(head) !== mac) throw new Error(`${path} is not as this service wrote it.`);
      return head;
    },
    async write(head) {
      if (!head) return rm(path, { force: true });
      // With MASTER_KEY and DATABASE_URL set, the folder may not exist.
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${process.pid}`;
      await writeFile(draft, `${head.seq}:${head.hash}:${macOf(head)}\n`, { mode: 0o600 });
      await rename(draft, path);
    },
  };
}

function noFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
