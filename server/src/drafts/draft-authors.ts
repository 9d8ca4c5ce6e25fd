import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { anyOf, type BoundValue, type Places, prepared, tables } from '../db/tables.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { type Draft, DraftAuthor } from './draft.entity.ts';

interface Who {
  grantId: string | null;
  userId: string | null;
}

/** The creator of each draft created by this process. */
const makers = new WeakMap<Draft, DraftAuthor>();

/** The author of a draft created in this transaction, written together with it. */
export function noteMaker(ctx: Context, draft: Draft): void {
  const who = actorOf(ctx);
  if (who.grantId || who.userId) makers.set(draft, ctx.em.create(DraftAuthor, authorOf(ctx, draft, who, draft.revision)));
}

/** Records the actor as author of the draft's newest revision; the operator and the service itself are never authors. */
export async function noteAuthor(ctx: Context, draft: Draft): Promise<void> {
  const who = actorOf(ctx);
  const maker = makers.get(draft);
  const isMaker = maker && maker.grantId === who.grantId && maker.userId === who.userId;
  if (isMaker) maker.revision = draft.revision;
  else await insert(ctx, draft, who, draft.revision, 'update');
}

/** Records who submitted the draft, even without any content of theirs. */
export function noteAsker(ctx: Context, draft: Draft, who: Who): Promise<void> {
  return insert(ctx, draft, who, 0, 'nothing');
}

/** As above for a draft that is queued again: its job counts for all contributors from now on. */
export async function restartAuthorship(ctx: Context, draft: Draft, who: Who): Promise<void> {
  await query(ctx.em, tables.updateTable('draft_authors').set({ since: ctx.clock.now() }).where('draft_id', '=', draft.id));
  await noteAsker(ctx, draft, who);
}

/**
 * Copies the authors of a draft to one made from it, once its content is written. Agents' content that a person
 * adopted stays attributed to that person, at the first revision, and so do people's own words: the newest revision
 * belongs to the copy's creator, so the others can approve. Other agents' content belongs to the newest revision.
 */
export async function copyAuthors(ctx: Context, from: Draft, to: Draft): Promise<void> {
  to.vouchedRevision = Math.min(from.vouchedRevision, 1);
  await ctx.em.flush();
  await query(
    ctx.em,
    tables
      .insertInto('draft_authors')
      .columns(['id', 'account_id', 'workspace_id', 'draft_id', 'grant_id', 'user_id', 'revision', 'since'])
      .expression(({ selectFrom }) =>
        selectFrom('draft_authors as a')
          .select([
            sql<string>`'ath_' || gen_random_uuid()`.as('id'),
            sql<string>`${to.accountId}::text`.as('account_id'),
            sql<string>`${to.workspaceId}::text`.as('workspace_id'),
            sql<string>`${to.id}::text`.as('draft_id'),
            'a.grant_id',
            'a.user_id',
            sql<number>`case when a.revision = 0 then 0 when a.user_id is not null or a.revision <= ${from.vouchedRevision} then 1 else ${to.revision}::int end`.as(
              'revision',
            ),
            sql<Date>`${ctx.clock.now()}::timestamptz`.as('since'),
          ])
          .where('a.draft_id', '=', from.id),
      )
      .onConflict((on) => on.doNothing()),
  );
}

async function insert(ctx: Context, draft: Draft, who: Who, revision: number, otherwise: 'update' | 'nothing'): Promise<void> {
  if (!who.grantId && !who.userId) return;
  const { id, accountId, workspaceId, draftId, grantId, userId, since } = authorOf(ctx, draft, who, revision);
  await query(
    ctx.em,
    tables
      .insertInto('draft_authors')
      .values({
        id,
        account_id: accountId,
        workspace_id: workspaceId,
        draft_id: draftId,
        grant_id: grantId,
        user_id: userId,
        revision,
        since,
      })
      .onConflict((on) => {
        const known = on.columns(['draft_id', grantId ? 'grant_id' : 'user_id']);
        return otherwise === 'nothing' ? known.doNothing() : known.doUpdateSet(({ ref }) => ({ revision: ref('excluded.revision') }));
      }),
  );
}

function authorOf({ clock }: Context, { id: draftId, accountId, workspaceId }: Draft, who: Who, revision: number) {
  return { id: newId('ath'), accountId, workspaceId, draftId, ...who, revision, since: clock.now() };
}

function actorOf({ actor }: Context): Who {
  return { grantId: actor.kind === 'agent' ? actor.grantId : null, userId: actor.kind === 'user' ? actor.userId : null };
}

export interface Author {
  kind: 'agent' | 'person';
  /** Their name, or a placeholder. */
  name: LocalizedMessage;
}

const agentOf = (name: string | null): Author => ({ kind: 'agent', name: name ?? say`An agent` });
const personOf = (name: string | null): Author => ({ kind: 'person', name: name ?? say`The operator` });

/** The creators of these rows (drafts, jobs, caption sets), by the row's id. One query, however many rows. */
export async function authorsOf(
  ctx: Context,
  rows: readonly { id: string; grantId?: string | null; userId?: string | null }[],
): Promise<Map<string, Author>> {
  const grants = rows.flatMap((row) => row.grantId ?? []);
  const users = rows.flatMap((row) => row.userId ?? []);
  const { agents, people } = await readTogether(ctx.em, {
    agents: grants.length === 0 ? null : partOf(AGENTS_OF_GRANTS({ grants: idsOf(grants) })),
    people: users.length === 0 ? null : partOf(PEOPLE({ users: idsOf(users) })),
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

const AUTHORS_OF_DRAFTS = prepared(({ drafts }: Places<{ drafts: BoundValue }>) =>
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
    .where('d.id', '=', anyOf(drafts)),
);

/** The query of authorsOfDrafts(), to be batched with others. */
export const draftAuthorsPart = (draftIds: BoundValue): Part<DraftAuthorRow> => partOf(AUTHORS_OF_DRAFTS({ drafts: draftIds }));

/** By draft id. */
export const authorsOfDrafts = (rows: readonly DraftAuthorRow[]): Map<string, Author> =>
  new Map(rows.map(({ id, grant_id: grantId, agent, person }) => [id, grantId ? agentOf(agent) : personOf(person)]));

/** The names of agents by their grants; null if the caller may not see the agent. */
const AGENTS_OF_GRANTS = prepared(({ grants }: Places<{ grants: BoundValue }>) =>
  tables
    .selectFrom('grants as g')
    .leftJoin('agents as a', 'a.id', 'g.agent_id')
    .select(['g.id', 'a.name'])
    .where('g.id', '=', anyOf(grants)),
);

const PEOPLE = prepared(({ users }: Places<{ users: BoundValue }>) =>
  tables.selectFrom('users as u').select(['u.id', 'u.name']).where('u.id', '=', anyOf(users)),
);
