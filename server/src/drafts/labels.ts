import { requireScope, requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { checkDraftFields } from './check-draft-fields.ts';
import type { Draft } from './draft.entity.ts';
import { plainWords, textFault } from './draft-text.ts';
import { lockDraft } from './lock-draft.ts';

/** The most labels of a workspace that are listed. */
const MOST_LISTED = 200;

/**
 * Replaces a draft's labels, in any state. They are not part of the content: the revision and open approvals stay.
 * Throws `stale_revision`. Needs a transaction and `drafts:write`.
 */
export async function labelDraft(ctx: Context, draft: Draft, given: readonly string[], revision: number): Promise<Draft> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, draft.workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const locked = await lockDraft(ctx, draft.id, revision);
  const labels = readLabels(given);
  if (JSON.stringify(locked.labels) === JSON.stringify(labels)) return locked;
  await checkDraftFields(ctx, locked.workspaceId, { labels });
  Object.assign(locked, { labels, updatedAt: ctx.clock.now() });
  await recordAudit(ctx, {
    accountId: locked.accountId,
    action: 'draft.changed',
    subjectId: locked.id,
    details: { fields: ['labels'], revision: locked.revision },
  });
  return locked;
}

/** Each label on one line, without empty ones and case-insensitive duplicates. */
export function readLabels(given: readonly string[]): string[] {
  const labels = given.map((label) => (textFault(label) === null ? plainWords(label).replaceAll(/\s+/gu, ' ') : label));
  const byName = Map.groupBy(
    labels.filter((label) => label !== ''),
    (label) => label.toLowerCase(),
  );
  return [...byName.values()].flatMap(([label]) => label ?? []);
}

/** The labels of a workspace's drafts, in alphabetical order; at most 200. */
export async function listLabels(ctx: Context, workspaceId: string): Promise<string[]> {
  await requireWorkspace(ctx, workspaceId, 'read');
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('drafts')
      .select(({ fn }) => fn<string>('unnest', ['labels']).as('label'))
      .where('workspace_id', '=', workspaceId)
      .where(({ eb, fn }) => eb(fn<number>('cardinality', ['labels']), '>', 0))
      .distinct()
      .orderBy('label')
      .limit(MOST_LISTED),
  );
  return rows.map(({ label }) => label);
}
