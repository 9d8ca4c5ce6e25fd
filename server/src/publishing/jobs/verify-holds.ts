import type { Context } from '../../context.ts';

/**
 * Compares each reservation of an account with its publication: published ones have spent it, those in progress or
 * unknown still hold it, and others hold nothing. Returns a sentence for each mismatch. Read-only.
 */
export async function verifyHolds(ctx: Context, accountId: string): Promise<string[]> {
  const rows = await ctx.em.execute<{ id: string; state: string; hold: string | null }[]>(
    `select p.id, p.state, case when h.credits <> p.credits then h.state || ' at ' || h.credits || ' for ' || p.credits else h.state end as hold
     from publications p left join credit_holds h on h.publication_id = p.id and h.account_id = p.account_id
     where p.account_id = ? and (h.credits <> p.credits or case
       when p.state = 'published' then h.state is distinct from 'settled'
       when p.state in ('leased', 'sent', 'unknown') then h.state is distinct from 'held'
       when p.state in ('failed', 'cancelled') then coalesce(h.state, 'released') <> 'released'
       else coalesce(h.state, 'held') <> 'held' end)
     union all
     select h.publication_id, 'missing', h.state from credit_holds h
     where h.account_id = ? and not exists (select 1 from publications p where p.id = h.publication_id and p.account_id = h.account_id)`,
    [accountId, accountId],
  );
  return rows.map(({ id, state, hold }) => `${id} is ${state}, its credit is ${hold ?? 'not set aside'}.`);
}
