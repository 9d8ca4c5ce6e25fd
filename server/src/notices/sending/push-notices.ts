import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import webpush from 'web-push';
import { translatorOf } from '../../access/people.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { inWorkspaceOf, noticePage } from '../notice-page.ts';
import { endSending, headline, type Reached, sharedPage, type TakenNotice, takeWaiting, withoutAnswer } from './group-notices.ts';
import { PushDevice, pushDevicePlace, ServiceKey, serviceKeyPlace } from './push.entities.ts';

const NAME = 'push';

/**
 * At the start: creates the key that identifies this service to push services (RFC 8292). Of concurrent processes,
 * one creates it.
 */
export async function ensurePushKey({ orm, sealer, clock }: Services): Promise<void> {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  await query(
    orm.em.fork(),
    tables
      .insertInto('service_keys')
      .values({
        name: NAME,
        public_key: publicKey,
        sealed_private_key: sealer.seal(privateKey, serviceKeyPlace(NAME)),
        created_at: clock.now(),
      })
      .onConflict((on) => on.doNothing()),
  );
}

/** The public key that browsers need to subscribe; null before the first start has completed. */
export async function readPushKey(ctx: Context): Promise<string | null> {
  const [found] = await query(ctx.em, tables.selectFrom('service_keys').select('public_key').where('name', '=', NAME));
  return found?.public_key ?? null;
}

/** Both halves of the key, only for the worker. */
async function openPushKey({ orm, sealer }: Services): Promise<{ publicKey: string; privateKey: string } | null> {
  const found = await orm.em.fork().findOne(ServiceKey, { name: NAME });
  return found && { publicKey: found.publicKey, privateKey: sealer.open(found.sealedPrivateKey, serviceKeyPlace(NAME)) };
}

const LIFE_SECONDS = 86_400;
const TIMEOUT_MS = 10_000;
const LONGEST_BODY = 300;
const MOST_SAID = 3;

/** What the service worker shows; `path`: the target of a tap. */
interface PushMessage {
  title: string;
  body: string;
  path: string;
  /** Unseen rows of the person's news in all accounts, for the badge. */
  unseen: number;
}

/**
 * Sends one notification to each of a person's devices with everything that is pending: 1, or 0 if nothing is
 * needed any more. Notices are marked before anything is sent, so a process that dies leaves them unsent and
 * never sends twice.
 */
export async function pushNotices(services: Services, userId: string): Promise<number> {
  const ctx = systemContext(services);
  // Everything that can fail before the first byte leaves is done before the notices are marked, or counts as failed.
  const taken = await inTransaction(ctx, async (tx) => {
    const notices = await takeWaiting(tx, { userId, channel: 'push', state: 'sending' });
    if (notices.length === 0) return null;
    return { notices, message: await composePush(tx.em, userId, notices), devices: await tx.em.find(PushDevice, { userId }) };
  });
  if (!taken) return 0;
  const { notices, message, devices } = taken;
  const outcomes = await Promise.all(devices.map((device) => pushTo(services, device, message)));
  const expiredIds = devices.filter((_, index) => outcomes[index] === 'gone').map(({ id }) => id);
  if (expiredIds.length > 0) await services.orm.em.fork().nativeDelete(PushDevice, { id: { $in: expiredIds } });
  await endSending(services, { channel: 'push', notices, outcomes });
  return outcomes.includes('reached') ? 1 : 0;
}

async function composePush(em: EntityManager, userId: string, notices: readonly TakenNotice[]): Promise<PushMessage> {
  const [only, ...others] = notices;
  const translate = await translatorOf(em, userId);
  const body = notices
    .slice(0, MOST_SAID)
    .map(({ message }) => translate(message))
    .join('\n');
  const [row] = await query(
    em,
    tables
      .selectFrom('notices as n')
      .innerJoin('users as u', 'u.id', 'n.user_id')
      .leftJoin('memberships as m', (join) => join.onRef('m.user_id', '=', 'n.user_id').onRef('m.account_id', '=', 'n.account_id'))
      .select(sql<number>`count(distinct coalesce(n.batch_id, n.id))::int`.as('unseen'))
      .where('n.user_id', '=', userId)
      .where('n.seen_at', 'is', null)
      .where(({ and, eb, or }) =>
        or([eb('m.user_id', 'is not', null), and([eb('n.account_id', 'is', null), eb('u.is_operator', '=', true)])]),
      ),
  );
  return {
    title: translate(headline(notices)),
    body: [...body].slice(0, LONGEST_BODY).join(''),
    path: only && others.length === 0 ? noticePage(only) : inWorkspaceOf(notices, sharedPage(notices) ?? '/news'),
    unseen: row?.unseen ?? 0,
  };
}

/** Encrypted for the device (RFC 8291), signed by this service (RFC 8292), through the outbound client. */
async function pushTo(services: Services, device: PushDevice, message: PushMessage): Promise<Reached> {
  try {
    const key = await openPushKey(services);
    if (!key) return 'failed';
    const { endpoint, p256dh, auth } = JSON.parse(services.sealer.open(device.sealedSubscription, pushDevicePlace(device.id)));
    const { method, headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: subjectOf(services), ...key },
      TTL: LIFE_SECONDS,
      urgency: 'high',
    });
    const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
    const { status } = await services.outbound.fetch(endpoint, {
      method,
      headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      body: body ? new Uint8Array(body) : null,
      timeoutMs: TIMEOUT_MS,
      mostBytes: 10_000,
      mayCut: true,
    });
    if (status === 404 || status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'reached' : 'failed';
  } catch (error) {
    services.log.debug({ err: error, deviceId: device.id }, 'a push service did not answer');
    return withoutAnswer(error);
  }
}

/** The operator's contact for the push service (RFC 8292, section 2.1). */
function subjectOf({ config: { publicUrl } }: Services): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:operator@${new URL(publicUrl).hostname}`;
}
