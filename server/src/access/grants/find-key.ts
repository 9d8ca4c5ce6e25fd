import type { EntityManager } from '@mikro-orm/postgresql';
import { idsOf } from '../../db/read-together.ts';
import { ask } from '../../db/reading/ask.ts';
import { gather } from '../../gather.ts';
import type { Scope } from '../actor.ts';

/** A key with all that decides about it. */
export interface KeyRow {
  key_id: string;
  key_hash: string;
  expires_at: string | Date;
  revoked_at: string | null;
  last_used_at: string | Date | null;
  grant_id: string;
  grant_state: string;
  grant_expires_at: string | Date | null;
  paused_at: string | Date | null;
  scopes: Scope[];
  is_sandbox_only: boolean;
  workspace_id: string;
  account_id: string;
  account_state: string;
  agent_id: string;
  agent_name: string;
  person_user_id: string | null;
  is_member: boolean;
}

const KEYS = `
  select k.id as key_id, k.key_hash, k.expires_at, k.revoked_at, k.last_used_at,
         g.id as grant_id, g.state as grant_state, g.expires_at as grant_expires_at, g.paused_at, g.scopes, g.is_sandbox_only, g.workspace_id, g.account_id,
         a.state as account_state, ag.id as agent_id, ag.name as agent_name, g.person_user_id, m.user_id is not null as is_member
    from api_keys k join grants g on g.id = k.grant_id join accounts a on a.id = g.account_id join agents ag on ag.id = g.agent_id
         left join memberships m on m.user_id = g.person_user_id and m.account_id = g.account_id
   where k.id = any($1::text[])`;

const findKeys = (em: EntityManager, ids: readonly string[]): Promise<KeyRow[]> => ask<KeyRow>(em, KEYS, [idsOf(ids)]);

export async function findKey(em: EntityManager, id: string): Promise<KeyRow | undefined> {
  return (await findKeys(em, [id]))[0];
}

/** Concurrent batches of lookups: further ones wait for a round trip. */
const AT_ONCE = 2;

interface Look {
  id: string;
}

const lines = new WeakMap<EntityManager, (look: Look) => Promise<KeyRow | undefined>>();

/** findKey() for frequent callers: concurrent lookups are batched into one query, which starts after they were made. */
export function findKeyWithOthers(em: EntityManager, id: string): Promise<KeyRow | undefined> {
  const line =
    lines.get(em) ??
    gather<Look, KeyRow | undefined>({
      async together(looks) {
        const rows = await findKeys(
          em,
          looks.map((look) => look.id),
        );
        const byId = new Map(rows.map((row) => [row.key_id, row]));
        return new Map(looks.map((look) => [look, byId.get(look.id)]));
      },
      alone: (look) => findKey(em, look.id),
      // Each caller handles its own error.
      report() {},
      atOnce: AT_ONCE,
    });
  lines.set(em, line);
  return line({ id });
}
