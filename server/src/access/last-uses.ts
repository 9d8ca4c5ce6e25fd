import type { MikroORM } from '@mikro-orm/postgresql';

interface Use {
  at: Date;
  /** The connection's address; stored for sessions only. */
  address: string | null;
}

/**
 * When keys and sessions were last used. Requests only record it in memory, so reads change no rows; the process
 * writes it in batches a few seconds later. A killed process loses unwritten uses, which does not matter: the times
 * are only displayed.
 */
export interface LastUses {
  noteKey(keyId: string, at: Date): void;
  noteSession(sessionId: string, at: Date, address: string): void;
  /** Writes the recorded uses; a locked row is skipped until the next use. */
  write(): Promise<void>;
}

export function createLastUses(orm: MikroORM): LastUses {
  const keys = new Map<string, Use>();
  const sessions = new Map<string, Use>();
  return {
    noteKey: (keyId, at) => void keys.set(keyId, { at, address: null }),
    noteSession: (sessionId, at, address) => void sessions.set(sessionId, { at, address }),
    async write() {
      await writeUses(orm, keys, WRITE_KEYS);
      await writeUses(orm, sessions, WRITE_SESSIONS);
    },
  };
}

/** Another process may have written a later time. Locked rows are skipped. */
const WRITE_KEYS = `
  update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
    from json_to_recordset(?::json) as u (id text, at timestamptz)
   where k.id = u.id and k.id in (select id from api_keys where id in (?) for update skip locked)`;

const WRITE_SESSIONS = `
  update sessions s set last_seen_at = greatest(s.last_seen_at, u.at), address = u.address
    from json_to_recordset(?::json) as u (id text, at timestamptz, address text)
   where s.id = u.id and s.id in (select id from sessions where id in (?) for update skip locked)`;

const AT_ONCE = 500;

async function writeUses(orm: MikroORM, noted: Map<string, Use>, statement: string): Promise<void> {
  const uses = [...noted].slice(0, AT_ONCE);
  if (uses.length === 0) return;
  const json = JSON.stringify(uses.map(([id, { at, address }]) => ({ id, at, address })));
  await orm.em.fork().execute(statement, [json, uses.map(([id]) => id)]);
  // Recorded again during the write: that use is written the next time.
  for (const [id, use] of uses) if (noted.get(id) === use) noted.delete(id);
}
