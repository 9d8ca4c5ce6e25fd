import type { Context } from '../../context.ts';
import { type Part, readTogether } from '../../db/read-together.ts';
import { idsOf } from '../../db/reading/query.ts';
import type { Subject } from './subject.ts';

type Asked = Pick<Subject, 'id' | 'draftId' | 'workspaceId' | 'mode' | 'sendingHash'> & Partial<Pick<Subject, 'approvalId'>>;

/**
 * Subjects that would be published without a decision, in mode `auto` or by a standing approval, although a person
 * has refused the same content in this workspace: by a rejected approval, or by ending a job. Content is compared as
 * displayed; `text_hash` covers rows from before that was stored. Null where people decide anyway. One `exists` over
 * both: with two, PostgreSQL builds lists of all refusals and all jobs. Each hash is looked up on its own, and drafts
 * are given separately from the record set, which PostgreSQL estimates at a hundred rows: otherwise it reads all
 * payloads of the account.
 */
export function refusedPart(subjects: readonly Asked[]): Part<{ id: string }> | null {
  const asking = subjects.filter(({ mode, sendingHash, approvalId }) => (mode === 'auto' || approvalId) && sendingHash !== null);
  if (asking.length === 0) return null;
  const asked = asking.map(({ id, draftId, workspaceId, sendingHash, mode, approvalId = null }) => ({
    id,
    approval_id: mode === 'auto' ? null : approvalId,
    draft_id: draftId,
    workspace_id: workspaceId,
    content_hash: sendingHash,
  }));
  return {
    sql: `select distinct s.id
      from (
        select w.* from json_to_recordset(?::json) as w (id text, approval_id text, draft_id text, workspace_id text, content_hash text)
        where w.approval_id is null or exists (select from approvals b where b.id = w.approval_id and b.standing_id is not null)
      ) s
      join payloads own on own.draft_id = any(?::text[]) and own.draft_id = s.draft_id and own.content_hash = s.content_hash
      join lateral (
        select t.draft_id, t.content_hash, t.workspace_id from payloads t where t.account_id = own.account_id and t.text_hash = own.text_hash
        union select t.draft_id, t.content_hash, t.workspace_id from payloads t where t.account_id = own.account_id and t.seen_hash = own.seen_hash
      ) p on p.workspace_id = s.workspace_id
      where exists (
        select from approvals a where a.draft_id = p.draft_id and a.content_hash = p.content_hash
          and a.state in ('rejected', 'changes_requested')
        union all select from publish_jobs j where j.draft_id = p.draft_id and j.content_hash = p.content_hash and j.is_refused
      )`,
    parameters: [JSON.stringify(asked), idsOf(asking.map(({ draftId }) => draftId))],
  };
}

/** Only their ids. */
export async function loadRefused(ctx: Context, subjects: readonly Asked[]): Promise<Set<string>> {
  const part = refusedPart(subjects);
  if (!part) return new Set();
  // The content may be of this transaction.
  await ctx.em.flush();
  const { refused } = await readTogether(ctx.em, { refused: part });
  return new Set(refused.map(({ id }) => id));
}
