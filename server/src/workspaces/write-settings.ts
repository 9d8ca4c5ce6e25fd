import { isDeepStrictEqual } from 'node:util';
import type { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';

/**
 * Writes the changed settings of a locked workspace, as one revision and one audit entry with the old and the new
 * values; waiting jobs may advance. Writes nothing without a difference.
 */
export async function writeSettings(ctx: Context, workspace: Workspace, settings: Partial<Workspace>, action: string): Promise<void> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined) as [keyof Workspace, unknown][];
  const changed = given.filter(([field, value]) => !isDeepStrictEqual(workspace[field], value));
  if (changed.length === 0) return;
  const changes = Object.fromEntries(changed.map(([field, to]) => [field, { from: workspace[field], to }]));
  Object.assign(workspace, Object.fromEntries(changed), { revision: workspace.revision + 1 });
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: workspace.accountId,
    action,
    subjectId: workspace.id,
    details: { revision: workspace.revision, changes },
  });
  await gatesMayHaveOpened(ctx, workspace.accountId);
}
