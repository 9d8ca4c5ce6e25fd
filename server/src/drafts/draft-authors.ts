import type { Context } from '../context.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import type { BoundValue } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { say, type Words } from '../languages/sentence.ts';

export interface Author {
  kind: 'agent' | 'person';
  /** Their name, or a placeholder. */
  name: Words;
}

const agentOf = (name: string | null): Author => ({ kind: 'agent', name: name ?? say`An agent` });
const personOf = (name: string | null): Author => ({ kind: 'person', name: name ?? say`The operator` });

/** The creators of these rows (drafts, jobs, caption sets), by the row's id. One query, however many rows. */
export async function authorsOf(
  ctx: Context,
  rows: readonly { id: string; grantId?: string | null; userId?: string | null }[],
): Promise<Map<string, Author>> {
  const { agents, people } = await readTogether(ctx.em, {
    agents: agentsPart(rows.flatMap((row) => row.grantId ?? [])),
    people: peoplePart(rows.flatMap((row) => row.userId ?? [])),
  });
  const names = new Map<string, Author>([
    ...agents.map(({ id, name }): [string, Author] => [id, agentOf(name)]),
    ...people.map(({ id, name }): [string, Author] => [id, personOf(name)]),
  ]);
  return new Map(rows.map((row) => [row.id, names.get(row.grantId ?? row.userId ?? '') ?? personOf(null)]));
}

interface DraftAuthorRow {
  id: string;
  grant_id: string | null;
  agent: string | null;
  person: string | null;
}

/** The query of authorsOfDrafts(), to be batched with others. */
export const draftAuthorsPart = (draftIds: BoundValue): Part<DraftAuthorRow> =>
  partOf(
    tables
      .selectFrom('drafts as d')
      .select(['d.id', 'd.grant_id'])
      .select(({ selectFrom }) => [
        selectFrom('grants as g')
          .innerJoin('agents as a', 'a.id', 'g.agent_id')
          .select('a.name')
          .whereRef('g.id', '=', 'd.grant_id')
          .as('agent'),
        selectFrom('users as u').select('u.name').whereRef('u.id', '=', 'd.user_id').as('person'),
      ])
      .where('d.id', '=', anyOf(draftIds)),
  );

/** By draft id. */
export const authorsOfDrafts = (rows: readonly DraftAuthorRow[]): Map<string, Author> =>
  new Map(rows.map(({ id, grant_id: grantId, agent, person }) => [id, grantId ? agentOf(agent) : personOf(person)]));

/** The names of the agents by their grants; null if the caller may not see the agent. */
function agentsPart(grantIds: readonly string[]): Part<{ id: string; name: string | null }> | null {
  if (grantIds.length === 0) return null;
  return partOf(
    tables
      .selectFrom('grants as g')
      .leftJoin('agents as a', 'a.id', 'g.agent_id')
      .select(['g.id', 'a.name'])
      .where('g.id', '=', anyOf(grantIds)),
  );
}

function peoplePart(userIds: readonly string[]): Part<{ id: string; name: string }> | null {
  if (userIds.length === 0) return null;
  return partOf(tables.selectFrom('users as u').select(['u.id', 'u.name']).where('u.id', '=', anyOf(userIds)));
}
