import type { Services } from '../../context.ts';
import { idsOf } from '../../db/read-together.ts';
import { ask } from '../../db/reading/ask.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import type { PublicationState } from '../publication-states.ts';

/**
 * As much of a publication as says what it is due for. The draft that it belongs to never changes, so that it may be read before
 * anything is locked.
 */
export interface Due {
  id: string;
  accountId: string;
  jobId: string;
  draftId: string;
  platform: string;
  connectionId: string | null;
  state: PublicationState;
  nextAttemptAt: Date | string | null;
}

const FIND = `
  select p.id, p.account_id as "accountId", p.job_id as "jobId", j.draft_id as "draftId", p.platform, p.connection_id as "connectionId",
    p.state, p.next_attempt_at as "nextAttemptAt"
  from publications p join publish_jobs j on j.id = p.job_id where p.id = any($1::text[])`;

/** By id; those that do not exist are left out. */
export async function findDue({ orm }: Services, publicationIds: readonly string[]): Promise<Map<string, Due>> {
  const found = await ask<Due>(forkAsOwner(orm), FIND, [idsOf(publicationIds)]);
  return new Map(found.map((due) => [due.id, due]));
}
