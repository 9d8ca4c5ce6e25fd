import { requirePerson } from '../../access/authorise.ts';
import { deviceName } from '../../access/sessions/sessions.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { findRefusal } from '../../outbound/outbound-fault.ts';
import { PushDevice, pushDevicePlace } from './push.entities.ts';

/** The fields of a browser's `PushSubscription`. */
export interface PushSubscriptionInput {
  endpoint: string;
  /** Its public key on P-256, in base64url. */
  p256dh: string;
  /** Its secret of 16 bytes, in base64url. */
  auth: string;
}

const MOST = 20;
const LONGEST = 1_000;

/** A device as displayed to its person. */
export interface PushDeviceView {
  id: string;
  name: string;
  createdAt: Date;
}

/** The person's devices, oldest first. */
export async function listPushDevices(ctx: Context): Promise<PushDeviceView[]> {
  const rows = await query(
    ctx.em,
    tables.selectFrom('push_devices').select(['id', 'name', 'created_at']).where('user_id', '=', requirePerson(ctx).userId).orderBy('id'),
  );
  return rows.map(({ id, name, created_at: createdAt }) => ({ id, name, createdAt: new Date(createdAt) }));
}

/** Adds this browser for push notifications; idempotent. */
export async function addPushDevice(ctx: Context, input: PushSubscriptionInput): Promise<void> {
  assertTransaction(ctx);
  const { userId, sessionId } = requirePerson(ctx);
  checkSubscription(input);
  if ((await ctx.em.count(PushDevice, { userId })) >= MOST) {
    throw new DomainError('invalid_state', { message: say`You already have ${MOST} devices for notifications; remove one first.` });
  }
  const id = newId('psh');
  const [session] = await query(ctx.em, tables.selectFrom('sessions').select('user_agent').where('id', '=', sessionId));
  await query(
    ctx.em,
    tables
      .insertInto('push_devices')
      .values({
        id,
        user_id: userId,
        session_id: sessionId,
        endpoint_hash: ctx.sealer.hash('push-endpoint', `${userId} ${input.endpoint}`),
        sealed_subscription: ctx.sealer.seal(JSON.stringify(input), pushDevicePlace(id)),
        name: String(deviceName(session?.user_agent ?? '')),
        created_at: ctx.clock.now(),
      })
      .onConflict((on) => on.column('endpoint_hash').doUpdateSet(({ ref }) => ({ session_id: ref('excluded.session_id') }))),
  );
}

/**
 * Refuses an endpoint that is not an https address on the public internet, before anything is stored: push
 * services are, and a later call to another one would only fail. Resolves the name, so it must not be called
 * inside a transaction.
 */
export async function checkPushEndpoint(ctx: Context, { endpoint }: Pick<PushSubscriptionInput, 'endpoint'>): Promise<void> {
  requirePerson(ctx);
  const url = URL.parse(endpoint);
  // An invalid address is refused with the other fields.
  if (!url) return;
  await ctx.outbound.check(url).catch((error: unknown) => {
    const refusal = findRefusal(error);
    if (refusal) throw new DomainError('validation_failed', { fields: [{ pointer: '/endpoint', message: refusal.words }] });
  });
}

export async function removePushDevice(ctx: Context, deviceId: string): Promise<void> {
  assertTransaction(ctx);
  const { userId } = requirePerson(ctx);
  if ((await ctx.em.nativeDelete(PushDevice, { id: deviceId, userId })) === 0) throw new DomainError('not_found');
}

function checkSubscription({ endpoint, p256dh, auth }: PushSubscriptionInput): void {
  const bytes = (text: string): number => (/^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url').length : 0);
  const fields = [
    ...(endpoint.length > LONGEST || URL.parse(endpoint) === null ? [{ pointer: '/endpoint', message: 'Must be an address.' }] : []),
    ...(bytes(p256dh) !== 65 ? [{ pointer: '/p256dh', message: 'Must be a public key of 65 bytes.' }] : []),
    ...(bytes(auth) !== 16 ? [{ pointer: '/auth', message: 'Must be 16 bytes.' }] : []),
  ];
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
}
