import type { Context } from '../../context.ts';
import type { CreditUnit } from '../../credits/products.ts';

/** Credits that nobody has set aside yet, and that posts will take. */
export interface PromisedCredits {
  unit: CreditUnit;
  /** By posts that need no decision any more. */
  promised: number;
  /** By posts that wait for people, should all of them be approved. */
  asked: number;
}

/** By account id, both units, in one query; neither is what is held for a post on its way, nor what waits in an archived workspace. */
export async function promisedCreditsOf(ctx: Context, accountIds: readonly string[]): Promise<Map<string, PromisedCredits[]>> {
  if (accountIds.length === 0) return new Map();
  const rows = await ctx.em.execute<{ account_id: string; mode: 'approval' | 'auto'; promised: number; asked: number }[]>(
    `select j.account_id, j.mode,
       coalesce(sum(p.credits) filter (where j.approval_id is null or a.state = 'approved'), 0)::int as promised,
       coalesce(sum(p.credits) filter (where a.state = 'pending'), 0)::int as asked
     from publish_jobs j
       join workspaces w on w.id = j.workspace_id and w.archived_at is null
       join publications p on p.job_id = j.id and p.state = 'pending'
       left join approvals a on a.id = j.approval_id
       left join credit_holds h on h.publication_id = p.id and h.state = 'held'
     where j.account_id in (?) and j.state in ('blocked', 'ready', 'queued', 'publishing') and h.id is null
     group by j.account_id, j.mode`,
    [[...new Set(accountIds)]],
  );
  const of = (accountId: string, mode: 'approval' | 'auto', unit: CreditUnit): PromisedCredits => {
    const row = rows.find((found) => found.account_id === accountId && found.mode === mode);
    return { unit, promised: row?.promised ?? 0, asked: row?.asked ?? 0 };
  };
  return new Map(accountIds.map((id) => [id, [of(id, 'approval', 'publication'), of(id, 'auto', 'autoposting')]]));
}
