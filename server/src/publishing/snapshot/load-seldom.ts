import { type StandingRow, standingPart } from '../../approvals/standing/standing-queries.ts';
import type { Context } from '../../context.ts';
import { readTogether } from '../../db/read-together.ts';
import { type ApprovalRow, type VotesRow, votesPart } from './load-approvals.ts';
import { refusedPart } from './load-refused.ts';
import type { Subject } from './subject.ts';

/** Gate data that few subjects have: votes on an open approval, and a standing approval. */
export interface Seldom {
  votes: VotesRow[];
  byStanding: (StandingRow & { approval_id: string })[];
  /** The refused ones of all subjects, including those that have none of the above. */
  refused: { id: string }[];
}

/**
 * Loaded only for the subjects that have such rows, in one more statement, or none where no subject has. As part of
 * the main query it was most of its cost: each table costs as much to plan even if it is not read.
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
