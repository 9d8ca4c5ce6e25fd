import { purgeAttemptWindows } from '../access/attempt-limit.ts';
import { purgeMails } from '../access/mail/queue-mail.ts';
import { purgeOauth } from '../access/oauth/tokens.ts';
import { type PurgedPeople, purgePeople } from '../access/people.ts';
import { purgeClientSessions } from '../approvals/clients/client-codes.ts';
import { purgeConnectRequests } from '../connections/oauth-sign-in.ts';
import type { Services } from '../context.ts';
import { purgeEvents } from '../events/event-queries.ts';
import { purgeIdempotencyKeys } from './idempotency/idempotency.ts';

/** A scheduled task of the worker: deletes expired rows. Safe in many processes at once. */
export async function purgeExpiredRows(services: Services): Promise<{
  idempotencyKeys: number;
  attemptWindows: number;
  oauth: { expired: number; requests: number; clients: number };
  people: PurgedPeople;
  mails: number;
  clientSessions: number;
  connectRequests: number;
  events: number;
}> {
  const em = services.orm.em.fork();
  const now = services.clock.now();
  return {
    idempotencyKeys: await purgeIdempotencyKeys(em, now),
    attemptWindows: await purgeAttemptWindows(em, now),
    oauth: await purgeOauth(em, now),
    people: await purgePeople(em, now),
    mails: await purgeMails(em, now),
    clientSessions: await purgeClientSessions(em, now),
    connectRequests: await purgeConnectRequests(em, now),
    events: await purgeEvents(em, now),
  };
}
