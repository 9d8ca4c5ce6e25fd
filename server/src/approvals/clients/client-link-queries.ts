import type { Context } from '../../context.ts';
import { idsOf, query } from '../../db/reading/query.ts';
import { anyOf, COUNT, tables } from '../../db/tables.ts';
import type { ClientLink } from './client-link.entity.ts';
import { LINK_STANDS } from './link-stands.ts';

/** A link as owners see it: without its token's hash. */
export type ClientLinkView = Omit<ClientLink, 'tokenHash'>;

/** Old ones are in the audit log. */
const MOST_LISTED = 100;

interface Row {
  id: string;
  account_id: string;
  workspace_id: string;
  email: string;
  created_by_user_id: string;
  created_at: string | Date;
  expires_at: string | Date;
}

/** The links of each workspace that still work, newest first, for rows that the caller may see already. One query. */
export async function clientLinksOf(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, ClientLinkView[]>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await ctx.em.execute<Row[]>(
    `select found.* from unnest(?::text[]) as w (id) cross join lateral (
       select id, account_id, workspace_id, email, created_by_user_id, created_at, expires_at from client_links l
        where workspace_id = w.id and expires_at > ? and ${LINK_STANDS} order by id desc limit ?) found`,
    [idsOf(workspaceIds), ctx.clock.now(), MOST_LISTED],
  );
  return Map.groupBy(rows.map(viewOf), ({ workspaceId }) => workspaceId);
}

function viewOf(row: Row): ClientLinkView {
  return {
    id: row.id,
    accountId: row.account_id,
    workspaceId: row.workspace_id,
    email: row.email,
    createdByUserId: row.created_by_user_id,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    revokedAt: null,
    revokedByUserId: null,
  };
}

/** The number of drafts of each link, by link id. */
export async function sharedCountsOf(ctx: Context, linkIds: readonly string[]): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map();
  const rows = await query(
    ctx.em,
    tables.selectFrom('client_link_drafts').select(['link_id', COUNT]).where('link_id', '=', anyOf(linkIds)).groupBy('link_id'),
  );
  return new Map(rows.map(({ link_id, count }) => [link_id, count]));
}
