import type { Context } from '../../context.ts';
import type { Subject } from './subject.ts';

/**
 * Those subjects that would go out without a person though a person has said no to the same words in
 * this workspace, wherever they stood. One query, and none where people are asked anyway.
 */
export async function loadRefused(
  ctx: Context,
  subjects: readonly Pick<Subject, 'id' | 'draftId' | 'workspaceId' | 'mode' | 'sendingHash'>[],
): Promise<Set<string>> {
  const auto = subjects.filter(({ mode, sendingHash }) => mode === 'auto' && sendingHash !== null);
  if (auto.length === 0) return new Set();
  const rows = await ctx.em.execute<{ id: string }[]>(
    `select distinct s.id
     from json_to_recordset(?::json) as s (id text, draft_id text, workspace_id text, content_hash text)
     join payloads own on own.draft_id = s.draft_id and own.content_hash = s.content_hash
     join payloads p on p.account_id = own.account_id and p.text_hash = own.text_hash
     join approvals a on a.draft_id = p.draft_id and a.content_hash = p.content_hash
     where a.workspace_id = s.workspace_id and a.state in ('rejected', 'changes_requested')`,
    [
      JSON.stringify(
        auto.map(({ id, draftId, workspaceId, sendingHash }) => ({
          id,
          draft_id: draftId,
          workspace_id: workspaceId,
          content_hash: sendingHash,
        })),
      ),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
