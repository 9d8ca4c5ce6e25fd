import type { Services } from '../context.ts';

/** Longer than a call. */
export const LEASE_SECONDS = 60;
const MOST_OF_ENDPOINT = 4;

export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  accountId: string;
  workspaceId: string;
  messageId: string;
  kind: 'event' | 'challenge' | 'test';
  body: string;
  attempts: number;
  url: string;
  sealedSecret: string;
  sealedOldSecret: string | null;
}

/**
 * Claims due deliveries: at most four at once per endpoint across all processes, and none of a grant that is paused,
 * ended or revoked. An endpoint is locked while its deliveries in progress are counted. Endpoints with the fewest
 * come first, so receivers that hang never take all slots from the others.
 */
const CLAIM = `
  with ready as materialized (
    select e.id, e.state from webhook_endpoints e left join grants g on g.id = e.grant_id
    where e.state <> 'stopped'
      and (e.grant_id is null or (g.state = 'active' and g.paused_at is null and (g.expires_at is null or g.expires_at > ?)))
      and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'pending' and d.next_attempt_at <= ?
        and (d.leased_until is null or d.leased_until <= ?) and (e.state = 'active' or d.kind = 'challenge'))
      and (select count(*) from webhook_deliveries l where l.endpoint_id = e.id and l.state = 'pending' and l.leased_until > ?) < ${MOST_OF_ENDPOINT}
    order by random() for no key update of e skip locked limit 100
  ), picked as (
    select d.id from ready r cross join lateral (
      select count(*) as many from webhook_deliveries l where l.endpoint_id = r.id and l.state = 'pending' and l.leased_until > ?
    ) busy cross join lateral (
      select w.id, busy.many + row_number() over (order by w.next_attempt_at, w.id) as place from webhook_deliveries w
      where w.endpoint_id = r.id and w.state = 'pending' and w.next_attempt_at <= ? and (w.leased_until is null or w.leased_until <= ?)
        and (r.state = 'active' or w.kind = 'challenge')
      order by w.next_attempt_at, w.id
      limit greatest(0, ${MOST_OF_ENDPOINT} - busy.many)
    ) d order by d.place limit ?
  )
  update webhook_deliveries w set leased_until = ?, attempts = w.attempts + 1
  from picked, webhook_endpoints e where w.id = picked.id and e.id = w.endpoint_id
  returning w.id, w.endpoint_id as "endpointId", w.account_id as "accountId", e.workspace_id as "workspaceId", w.message_id as "messageId", w.kind, w.body,
    w.attempts, e.url, e.sealed_secret as "sealedSecret", case when e.old_secret_until > ? then e.sealed_old_secret end as "sealedOldSecret"`;

/** One statement over all due deliveries, of which this process takes at most so many. */
export async function claimDeliveries({ orm, clock }: Services, most: number): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE_SECONDS * 1_000);
  return orm.em
    .fork()
    .transactional((em) => em.execute<ClaimedDelivery[]>(CLAIM, [...Array.from({ length: 7 }, () => now), most, until, now]));
}
