import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import { skeletonOf } from '../../confusables.ts';
import type { Context } from '../../context.ts';
import { cursorsOf, findPage, type Page, type PageRequest, searchQuery, searchWords } from '../../db/keyset-page.ts';
import { findRowsById } from '../../db/reading/find-rows.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { canIn, requirePerson, requireWorkspace } from '../authorise.ts';
import { Agent, ApiKey, Grant, type GrantKind, stateOfGrant } from './grant.entity.ts';

/** Absent values do not filter. */
interface GrantFilter {
  kind?: GrantKind | null;
  /** True for active or requested grants, including paused ones; false for revoked and expired ones. */
  isOpen?: boolean | null;
  /** Words, or prefixes of words, of the agent's name. */
  search?: string | null;
}

/** One page of a workspace's grants, newest first. People see all of them, an agent sees its own. */
export async function findGrantPage(ctx: Context, workspaceId: string, request: PageRequest & GrantFilter): Promise<Page<Grant>> {
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  const { kind, isOpen, search } = request;
  const now = ctx.clock.now();
  const words = search ? searchQuery(searchWords(search)) : '';
  const open: FilterQuery<Grant> = { state: { $in: ['pending', 'active'] }, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
  const ended: FilterQuery<Grant> = { $or: [{ state: { $in: ['revoked', 'expired'] } }, { expiresAt: { $lte: now } }] };
  const wanted: FilterQuery<Grant>[] = [
    { workspaceId: workspace.id },
    ...(ctx.actor.kind === 'agent' ? [{ id: ctx.actor.grantId }] : []),
    ...(kind ? [{ personUserId: kind === 'agent' ? null : { $ne: null } }] : []),
    ...(typeof isOpen === 'boolean' ? [isOpen ? open : ended] : []),
    ...(words ? [{ [isNamed(workspace.accountId, words)]: true }] : []),
  ];
  return findPage(ctx.em, Grant, { $and: wanted }, { ...request, cursors: cursorsOf(ctx, 'grants', workspaceId), order: 'desc' });
}

/** Uses the index `agents_search_index`. */
const isNamed = (accountId: string, words: string) =>
  raw(
    (grant) =>
      `(${grant}.agent_id in (select a.id from agents a where a.account_id = ? and to_tsvector('simple', a.name) @@ to_tsquery('simple', ?)))`,
    [accountId, words],
  );

/** A workspace's grants, newest first. People see all of them, an agent sees its own. */
export async function listGrants(ctx: Context, workspaceId: string): Promise<Grant[]> {
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  const own = ctx.actor.kind === 'agent' ? { id: ctx.actor.grantId } : {};
  return ctx.em.find(Grant, { workspaceId: workspace.id, ...own }, { orderBy: { id: 'desc' } });
}

/** Grants by id in one query, for drafts that the caller may see already; an agent still sees its own only. */
export async function findGrants(ctx: Context, ids: readonly string[]): Promise<Map<string, Grant>> {
  const { actor } = ctx;
  const seen = actor.kind === 'agent' ? ids.filter((id) => id === actor.grantId) : [...new Set(ids)];
  return findRowsById(ctx.em, Grant, seen);
}

/** Agents by id in one query, for grants that the caller may see already. */
export function findAgents(ctx: Context, ids: readonly string[]): Promise<Map<string, Agent>> {
  return findRowsById(ctx.em, Agent, ids);
}

/** A key as people see it: without its hash. */
export type ApiKeyView = Omit<ApiKey, 'keyHash'>;

/** The keys of many grants, newest first, by grant id. One query. */
export async function keysOf(ctx: Context, grantIds: readonly string[]): Promise<Map<string, ApiKeyView[]>> {
  const keys = await ctx.em.find(ApiKey, { grantId: { $in: [...new Set(grantIds)] } }, { orderBy: { createdAt: 'desc', id: 'desc' } });
  return Map.groupBy(keys, (key) => key.grantId);
}

/** An agent with access and a name that a reader could confuse with the requesting one's. */
interface ResemblingAgent {
  name: string;
  /** The name of the person who approved it; null for the operator. */
  letInBy: string | null;
  since: Date;
}

const MOST_LOOKED_AT = 500;
const MOST = 3;

/** In the accounts in which the person could approve it; newest first. */
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

/** Whether the grant is for a program of the caller's own. */
export function isOwnIntegration({ actor }: Pick<Context, 'actor'>, { personUserId }: Pick<Grant, 'personUserId'>): boolean {
  return actor.kind === 'user' && actor.userId === personUserId;
}

/** Owners may revoke every grant, other people their own integrations. */
export function mayRevoke(ctx: Context, grant: Grant): boolean {
  return stateOfGrant(grant, ctx.clock.now()) === 'active' && (isOwnIntegration(ctx, grant) || canIn(ctx, grant.accountId, 'manage'));
}
