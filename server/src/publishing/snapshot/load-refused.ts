import { sql } from 'kysely';
import { type StandingRow, standingPart } from '../../approvals/standing/standing-queries.ts';
import type { Context } from '../../context.ts';
import { type Part, partOf, readTogether } from '../../db/read-together.ts';
import { idsOf } from '../../db/reading/query.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, tables } from '../../db/tables.ts';
import { type ApprovalRow, type VotesRow, votesPart } from './load-approvals.ts';
import type { Subject } from './subject.ts';

type Asked = Pick<Subject, 'id' | 'draftId' | 'workspaceId' | 'mode' | 'sendingHash'> & Partial<Pick<Subject, 'approvalId'>>;

/**
 * Subjects that would be published without a decision, in mode `auto` or by a standing approval, although a
 * person has rejected the same content in this workspace: by a rejected approval, or by ending a job. Content
 * is compared as displayed; `text_hash` covers rows from before that was stored. Null if people decide
 * anyway. One `exists` over both: with two, PostgreSQL builds lists of all rejections and all jobs. Each hash
 * is looked up on its own, and drafts are passed separately from the record set, which PostgreSQL estimates
 * at a hundred rows: otherwise it reads all payloads of the account.
 */
export function refusedPart(subjects: readonly Asked[]): Part<{ id: string }> | null {
  const asking = subjects.filter(({ mode, sendingHash, approvalId }) => (mode === 'auto' || approvalId) && sendingHash !== null);
  if (asking.length === 0) return null;
  const asked = asking.map(
    ({ id, draftId, workspaceId, sendingHash, mode, approvalId = null }): AskedRow => ({
      id,
      approval_id: mode === 'auto' ? null : approvalId,
      draft_id: draftId,
      workspace_id: workspaceId,
      content_hash: sendingHash as string,
    }),
  );
  return partOf(REFUSED({ asked: JSON.stringify(asked), drafts: idsOf(asking.map(({ draftId }) => draftId)) }));
}

interface AskedRow {
  id: string;
  approval_id: string | null;
  draft_id: string;
  workspace_id: string;
  content_hash: string;
}

const RECORDS = sql`w (id text, approval_id text, draft_id text, workspace_id text, content_hash text)`;

const REFUSED = prepared(({ asked, drafts }: Places<{ asked: string; drafts: BoundValue }>) =>
  tables
    .selectFrom(({ selectFrom }) =>
      selectFrom(sql<AskedRow>`json_to_recordset(${asked}::json)`.as<'w'>(RECORDS))
        .selectAll('w')
        .where(({ eb, exists, or, selectFrom: from }) =>
          or([
            eb('w.approval_id', 'is', null),
            exists(from('approvals as b').whereRef('b.id', '=', 'w.approval_id').where('b.standing_id', 'is not', null)),
          ]),
        )
        .as('s'),
    )
    .innerJoin('payloads as own', (join) =>
      join.on('own.draft_id', '=', anyOf(drafts)).onRef('own.draft_id', '=', 's.draft_id').onRef('own.content_hash', '=', 's.content_hash'),
    )
    .innerJoinLateral(
      ({ selectFrom }) => {
        const ofAccount = selectFrom('payloads as t')
          .select(['t.draft_id', 't.content_hash', 't.workspace_id'])
          .whereRef('t.account_id', '=', 'own.account_id');
        return ofAccount
          .whereRef('t.text_hash', '=', 'own.text_hash')
          .union(ofAccount.whereRef('t.seen_hash', '=', 'own.seen_hash'))
          .as('p');
      },
      (join) => join.onRef('p.workspace_id', '=', 's.workspace_id'),
    )
    .select('s.id')
    .distinct()
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('approvals as a')
          .select(literal(1).as('one'))
          .whereRef('a.draft_id', '=', 'p.draft_id')
          .whereRef('a.content_hash', '=', 'p.content_hash')
          .where('a.state', 'in', [literal('rejected'), literal('changes_requested')])
          .unionAll(
            selectFrom('publish_jobs as j')
              .select(literal(1).as('one'))
              .whereRef('j.draft_id', '=', 'p.draft_id')
              .whereRef('j.content_hash', '=', 'p.content_hash')
              .where('j.is_refused', '=', literal(true)),
          ),
      ),
    ),
);

/** Only their ids. */
export async function loadRefused(ctx: Context, subjects: readonly Asked[]): Promise<Set<string>> {
  const part = refusedPart(subjects);
  if (!part) return new Set();
  // The content may have been written by this transaction.
  await ctx.em.flush();
  const { refused } = await readTogether(ctx.em, { refused: part });
  return new Set(refused.map(({ id }) => id));
}

/** Gate data that few subjects have: votes on an open approval, and a standing approval. */
export interface Seldom {
  votes: VotesRow[];
  byStanding: (StandingRow & { approval_id: string })[];
  /** The rejected ones of all subjects, including those that have none of the above. */
  refused: { id: string }[];
}

/**
 * Loaded only for subjects that have such rows, in one more statement, or none if no subject has any. As part
 * of the main query it was most of its cost: each table costs as much to plan even if it is not read.
 */
export async function loadSeldom(
  ctx: Context,
  subjects: readonly Subject[],
  { approvals, refused }: { approvals: readonly ApprovalRow[]; refused: readonly { id: string }[] },
): Promise<Seldom> {
  const standing = new Set(approvals.flatMap(({ id, standing_id: standingId }) => (standingId ? [id] : [])));
  const byStanding = subjects.filter(({ approvalId }) => approvalId && standing.has(approvalId));
  const read = await readTogether(ctx.em, {
    votes: votesPart(approvals.flatMap(({ id, has_votes: hasVotes }) => (hasVotes ? [id] : []))),
    byStanding: standingPart(
      byStanding.flatMap(({ approvalId, isFinished }) => (approvalId && !isFinished ? [approvalId] : [])),
      ctx.clock.now(),
    ),
    refused: refusedPart(byStanding),
  });
  return { ...read, refused: [...refused, ...read.refused] };
}
