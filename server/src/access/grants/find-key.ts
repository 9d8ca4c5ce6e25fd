import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '../../db/reading/query.ts';
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

const KEY = `
  select k.id as key_id, k.key_hash, k.expires_at, k.revoked_at, k.last_used_at,
         g.id as grant_id, g.state as grant_state, g.expires_at as grant_expires_at, g.paused_at, g.scopes, g.is_sandbox_only, g.workspace_id, g.account_id,
         a.state as account_state, ag.id as agent_id, ag.name as agent_name, g.person_user_id, m.user_id is not null as is_member
    from api_keys k join grants g on g.id = k.grant_id join accounts a on a.id = g.account_id join agents ag on ag.id = g.agent_id
         left join memberships m on m.user_id = g.person_user_id and m.account_id = g.account_id
   where k.id = $1`;

export async function findKey(em: EntityManager, id: string): Promise<KeyRow | undefined> {
  const [row] = await query<KeyRow>(em, KEY, [id]);
  return row;
}
