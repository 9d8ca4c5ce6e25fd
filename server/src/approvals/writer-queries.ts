import type { Context } from '../context.ts';
import { LINK_STANDS } from './clients/link-stands.ts';

/**
 * The people whose words nobody else has countersigned yet, by draft id: whoever wrote any revision
 * since enough others approved one, whoever wrote the last. Clients together are one, while their link stands. One query.
 */
export async function writersOf(ctx: Context, draftIds: readonly string[]): Promise<Map<string, string[]>> {
  if (draftIds.length === 0) return new Map();
  await ctx.em.flush();
  const rows = await ctx.em.execute<{ draft_id: string; user_id: string }[]>(
    `select w.draft_id, w.user_id from draft_authors w
     where w.draft_id in (?) and w.user_id is not null and w.revision > coalesce((
       select max(a.revision) from approvals a
       where a.draft_id = w.draft_id and a.state <> 'pending' and a.approvals_required <= (
         select count(distinct coalesce(d.user_id, 'client')) from approval_decisions d left join client_links l on l.id = d.client_link_id
          where d.approval_id = a.id and d.decision = 'approved' and d.counts and d.user_id is distinct from w.user_id
            and (l.id is null or ${LINK_STANDS}))), 0)`,
    [[...new Set(draftIds)]],
  );
  const byDraft = Map.groupBy(rows, ({ draft_id }) => draft_id);
  return new Map(draftIds.map((id) => [id, (byDraft.get(id) ?? []).map(({ user_id }) => user_id)]));
}
