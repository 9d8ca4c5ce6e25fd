import { Account } from '../access/account.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';

/** Records that the account's data left the service; before it does. */
export async function noteExport(ctx: Context, accountId: string): Promise<void> {
  if (!(await ctx.em.count(Account, { id: accountId }))) throw new DomainError('not_found');
  await recordAudit(ctx, { accountId, action: 'account.exported', subjectId: accountId });
}
