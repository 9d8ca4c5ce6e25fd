import { Notice, type NoticeKind } from '../../access/notice.entity.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { LocalizedMessage } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { newId } from '../../new-id.ts';

/** A notice to be created for one person. */
export type NewNotice = Pick<Notice, 'accountId' | 'workspaceId' | 'userId' | 'kind' | 'subjectId'> & {
  message: LocalizedMessage;
  agentId?: string | null;
  reason?: string;
};

/** Kinds that occur in large numbers with similar text; others are never batched. */
const BATCHED: readonly NoticeKind[] = [
  ...(['approval_waits', 'approval_changed', 'changes_made', 'approval_reminder', 'approval_expired'] as const),
  ...(['approval_approved', 'approval_rejected', 'changes_requested'] as const),
  ...(['job_published', 'job_partially_published', 'job_failed', 'removal_requested'] as const),
];

const BATCH_MS = HOUR_MS;
/** A batch is searched among this many of a person's newest notices. */
const LOOKED_AT = 200;

/** Stores the notices; the next run sends them by mail, push and chat. */
export async function keepNotices(tx: Context, newNotices: readonly NewNotice[]): Promise<void> {
  if (newNotices.length === 0) return;
  const createdAt = tx.clock.now();
  const batches = await openBatches(tx, newNotices);
  await tx.em.insertMany(
    Notice,
    newNotices.map(({ message, agentId = null, ...about }) => {
      const id = newId('ntc');
      const key = keyOf({ ...about, agentId });
      const batchId = batches.get(key) ?? null;
      if (batchId === null && BATCHED.includes(about.kind)) batches.set(key, id);
      return { id, ...about, agentId, batchId, ...toStoredMessage(message), createdAt };
    }),
  );
}

type Key = Pick<Notice, 'userId' | 'accountId' | 'workspaceId' | 'kind' | 'agentId'>;
const keyOf = ({ userId, workspaceId, kind, agentId }: Key): string => [userId, workspaceId, kind, agentId].join(' ');

/** The open batches: begun within the last hour, with an unseen newest notice. */
async function openBatches(tx: Context, newNotices: readonly NewNotice[]): Promise<Map<string, string>> {
  const wanted = new Map(
    newNotices
      .filter(({ kind }) => BATCHED.includes(kind))
      .map(({ userId, accountId, workspaceId, kind, agentId = null }) => {
        const key: Key = { userId, accountId, workspaceId, kind, agentId };
        return [keyOf(key), key];
      }),
  );
  if (wanted.size === 0) return new Map();
  const rows = await tx.em.execute<{ key: string; batch_id: string }[]>(
    `select k->>'key' as key, last.batch_id from json_array_elements(?::json) as k
       cross join lateral (
         select coalesce(n.batch_id, n.id) as batch_id, n.seen_at from (
           select * from notices where user_id = k->>'userId' and account_id = k->>'accountId' order by id desc limit ?) n
          where n.workspace_id is not distinct from k->>'workspaceId' and n.kind = k->>'kind' and n.agent_id is not distinct from k->>'agentId'
          order by n.id desc limit 1) last
       join notices head on head.id = last.batch_id and head.created_at > ?
      where last.seen_at is null`,
    [JSON.stringify([...wanted].map(([key, of]) => ({ key, ...of }))), LOOKED_AT, new Date(tx.clock.now().getTime() - BATCH_MS)],
  );
  return new Map(rows.map(({ key, batch_id: batchId }) => [key, batchId]));
}
