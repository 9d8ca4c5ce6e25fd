import type { Services } from '../../../context.ts';
import { ask } from '../../../db/reading/ask.ts';
import { LEASE_MS, type Leaving } from '../lease.ts';

/**
 * markSent() for many in one statement; answers those whose lease is held. Whoever was let through by a standing approval is left
 * out, since whoever ends that is waited for, and what somebody else holds.
 */
export async function markTogether({ orm, clock }: Services, sent: readonly Leaving[]): Promise<Leaving[]> {
  const now = clock.now();
  const first = new Map(sent.toReversed().map((each) => [keyOf(each.claim.publicationId, each.claim.lease), each]));
  const asked = [...first.values()].map(({ claim: { publicationId, lease }, learned }) => ({ id: publicationId, lease, learned }));
  const until = new Date(now.getTime() + LEASE_MS);
  const marked = await ask<{ id: string; lease: number }>(orm.em.fork(), MARK, [JSON.stringify(asked), now, until]);
  return marked.flatMap(({ id, lease }) => first.get(keyOf(id, lease)) ?? []);
}

/** An earlier try of the same publication, whose lease ran out, may ask at the same moment. */
const keyOf = (publicationId: string, lease: number): string => `${publicationId} ${lease}`;

const MARK = `
  with asked as materialized (
    select * from json_to_recordset($1::json) as a (id text, lease int, learned jsonb)
  ), free as materialized (
    select p.id, a.learned from publications p join asked a on a.id = p.id and a.lease = p.lease
    where p.state in ('leased', 'sent') and p.leased_until > $2::timestamptz and not exists (
      select from publish_jobs j join approvals b on b.id = j.approval_id where j.id = p.job_id and b.standing_id is not null
    )
    order by p.id for update of p skip locked
  )
  update publications p set leased_until = $3::timestamptz, state = 'sent', intent = jsonb_set(p.intent, '{keys}', (p.intent -> 'keys') || f.learned)
  from free f where p.id = f.id returning p.id, p.lease`;
