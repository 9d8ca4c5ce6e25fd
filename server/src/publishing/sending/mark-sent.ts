import type { Services } from '../../context.ts';
import { statesBefore } from '../../state-table.ts';
import { PUBLICATION_TRANSITIONS } from '../publication.entity.ts';
import type { Sending } from './attempt-types.ts';
import { leaseEnd } from './lease.ts';

/**
 * Records that sending begins; returns the publications that may be sent. The others must not be sent: their
 * lease is lost, their job was cancelled meanwhile, or their standing approval has ended. Ending a standing approval either waits for this
 * statement or is visible to it; a post that has begun is completed, since half a thread is of no use. A
 * batch also skips locked rows.
 */
export async function markSent({ orm, clock }: Services, sending: readonly Sending[]): Promise<Sending[]> {
  const now = clock.now();
  // An earlier attempt of the same publication, whose lease expired, may ask concurrently.
  const byKey = new Map(sending.toReversed().map((each) => [keyOf(each.claim.publicationId, each.claim.lease), each]));
  const asked = [...byKey.values()].map(({ claim: { publicationId, lease }, learned }) => ({ id: publicationId, lease, learned }));
  const from = statesBefore(PUBLICATION_TRANSITIONS, 'sent');
  const marked = await orm.em
    .fork()
    .execute<{ id: string; lease: number }[]>(markSql(sending.length > 1), [JSON.stringify(asked), from.join(), now, leaseEnd(now)]);
  return marked.flatMap(({ id, lease }) => byKey.get(keyOf(id, lease)) ?? []);
}

const keyOf = (publicationId: string, lease: number): string => `${publicationId} ${lease}`;

const markSql = (isBatch: boolean): string => `
  with asked as materialized (
    select * from json_to_recordset(?::json) as a (id text, lease int, learned jsonb)
  ), standing as materialized (
    select p.id, s.state from asked a join publications p on p.id = a.id join publish_jobs j on j.id = p.job_id
      join approvals b on b.id = j.approval_id join standing_approvals s on s.id = b.standing_id
    order by s.id for share of s ${isBatch ? 'skip locked' : ''}
  ), free as materialized (
    select p.id, a.learned from publications p join asked a on a.id = p.id and a.lease = p.lease
      join publish_jobs j on j.id = p.job_id left join approvals b on b.id = j.approval_id left join standing s on s.id = p.id
    where (p.state = 'sent' or p.state = any(string_to_array(?, ',')) and j.cancelled_at is null
        and (b.standing_id is null or s.state = 'active'))
      and p.leased_until > ?::timestamptz
    order by p.id for update of p ${isBatch ? 'skip locked' : ''}
  )
  update publications p set leased_until = ?::timestamptz, state = 'sent', intent = jsonb_set(p.intent, '{keys}', (p.intent -> 'keys') || f.learned)
  from free f where p.id = f.id returning p.id, p.lease`;
