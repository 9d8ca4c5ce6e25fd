import type { Context } from '../../../context.ts';
import type { LockedDraft } from '../../../drafts/lock-draft.ts';
import type { Gate } from '../../gates/gate.ts';
import type { Publication } from '../../publication.entity.ts';
import type { PublishJob } from '../../publish-job.entity.ts';
import type { GrantOfSubject } from '../../snapshot/load-co-authors.ts';
import type { Send } from '../begin-try.ts';
import { readDue } from '../load-due.ts';

/** A publication that seems to be due. */
export interface Asked {
  id: string;
  draftId: string;
}

/** It is due for its first try, and its draft is locked. */
export interface Candidate {
  publication: Publication;
  job: PublishJob;
  draft: LockedDraft;
}

/** Nothing keeps it from going out. */
export interface Ready extends Candidate {
  send: Send;
  gates: Gate[];
  coGrantIds: string[];
}

/** Those that are due for a first try; a later one has its credit already, and is put off in more ways than one. */
export async function readCandidates(
  ctx: Context,
  asked: readonly Asked[],
  drafts: ReadonlyMap<string, LockedDraft>,
): Promise<{ candidates: Candidate[]; grantsOf: ReadonlyMap<string, GrantOfSubject[]> }> {
  const locked = asked.filter(({ draftId }) => drafts.has(draftId)).map(({ id }) => id);
  const { publications, jobs, grantsOf } = await readDue(ctx, locked);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const candidates = publications.flatMap((publication) => {
    const job = byId.get(publication.jobId);
    const draft = drafts.get(job?.draftId ?? '');
    return job && draft && isDue(publication, job) ? [{ publication, job, draft }] : [];
  });
  return { candidates, grantsOf };
}

function isDue({ state, attempts, nextAttemptAt, intent }: Publication, job: PublishJob): boolean {
  return state === 'pending' && attempts === 0 && !nextAttemptAt && !intent && ['ready', 'queued', 'publishing'].includes(job.state);
}
