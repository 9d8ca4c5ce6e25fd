import { type Sentence, say } from '../../languages/sentence.ts';
import type { DecisionCase } from '../approval.policy.ts';
import { termsOf } from '../request-approval.ts';
import { NEEDS_SIGNATURE, needsSignature } from '../signatures/request-signature.ts';
import { isKeptFromOwnWords } from '../writer-queries.ts';
import { LINK_IS_VALID } from './client-links.ts';

/** Whether a client's approval is one of the required ones; if not, why in a sentence. */
export type ClientVote = { counts: true; reason: null } | { counts: false; reason: Sentence };

type Subject = Pick<DecisionCase, 'workspace' | 'approval' | 'writers'>;

/**
 * Whether a client's approval counts: the only place that decides it. It counts like an approver's, and no more.
 * Otherwise it is stored as an opinion, and a member decides; a client's request for changes always counts.
 */
export function clientVote({ workspace, approval, writers }: Subject, sharedByUserId: string): ClientVote {
  const terms = termsOf(approval, workspace);
  if (!workspace.countsClients) return opinion(say`A client’s approval is advisory here: a member of the account decides.`);
  if (needsSignature(approval, workspace))
    return opinion(say`A member of the account signs each post; your approval is recorded for them.`);
  if (terms.deciders === 'owners') return opinion(say`Only owners of the account decide here; your approval is recorded for them.`);
  // Otherwise authors could have their own content approved by an address of their choice.
  if (terms.refusesSelfApproval && writers.includes(sharedByUserId)) {
    return opinion(say`The person who shared this wrote parts of it; another member of the account decides.`);
  }
  return { counts: true, reason: null };
}

const opinion = (reason: Sentence): ClientVote => ({ counts: false, reason });

/** SQL condition: whether the vote `d` of a client by the link `l` counts, for an approval `a` in its workspace `w`. */
export const CLIENT_VOTE_COUNTS = `d.counts and ${LINK_IS_VALID}
    and w.counts_clients and not ${NEEDS_SIGNATURE} and not ${isKeptFromOwnWords('l.created_by_user_id')}
    and a.deciders <> 'owners' and w.deciders <> 'owners'`;

/**
 * SQL column for an approval `a` in its workspace `w`: 1 if a client's approval counts, however many clients
 * approved. It counts as long as its link is valid.
 */
export const CLIENT_APPROVAL_GIVEN = `(
  select least(count(*), 1)::int from approval_decisions d join client_links l on l.id = d.client_link_id
  where d.approval_id = a.id and d.decision = 'approved' and ${CLIENT_VOTE_COUNTS}
)`;
