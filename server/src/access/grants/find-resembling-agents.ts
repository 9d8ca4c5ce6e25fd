import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { skeletonOf } from '../../look-alikes.ts';
import { requirePerson } from '../authorise.ts';

/** An agent with access that a reader could confuse with the requesting one. */
export interface ResemblingAgent {
  name: string;
  /** The name of the person who approved it; null for the operator. */
  letInBy: string | null;
  since: Date;
}

const MOST_LOOKED_AT = 500;
const MOST = 3;

/** In the accounts in which the person could let it in; the newest first. */
export async function findResemblingAgents(ctx: Context, clientName: string): Promise<ResemblingAgent[]> {
  const { roles } = requirePerson(ctx);
  const accountIds = [...roles].filter(([, role]) => role === 'owner').map(([id]) => id);
  if (accountIds.length === 0) return [];
  const agents = await query(
    ctx.em,
    tables
      .selectFrom('agents as a')
      .select(['a.name', 'a.let_in_by_name', 'a.created_at'])
      .where('a.account_id', '=', anyOf(accountIds))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('grants as g').whereRef('g.agent_id', '=', 'a.id').where('g.state', '=', literal('active'))),
      )
      .orderBy('a.id', 'desc')
      .limit(MOST_LOOKED_AT),
  );
  const wanted = skeletonOf(clientName);
  return agents
    .filter(({ name }) => skeletonOf(name) === wanted)
    .slice(0, MOST)
    .map(({ name, let_in_by_name: letInBy, created_at: createdAt }) => ({ name, letInBy, since: new Date(createdAt) }));
}
