import { type StandingRow, standingPart } from '../../approvals/standing/standing-queries.ts';
import type { Context } from '../../context.ts';
import { readTogether } from '../../db/read-together.ts';
import { type ApprovalRow, type VotesRow, votesPart } from './load-approvals.ts';
import { refusedPart } from './load-refused.ts';
import type { Subject } from './subject.ts';

/** What the gates look at and few subjects have: votes on an open approval, and an approval that was signed beforehand. */
export interface Seldom {
  votes: VotesRow[];
  byStanding: (StandingRow & { approval_id: string })[];
  /** Of all subjects, those that stand in none before this included. */
  refused: { id: string }[];
}

/**
 * Asked for those subjects alone that have it, in one statement more, and none where nobody has. Beside what is asked for all it
 * was most of the statement: each of its tables costs as much to get ready when it is not read.
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
