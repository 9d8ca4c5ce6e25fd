import webpush from 'web-push';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { ServiceKey, serviceKeyPlace } from './push.entities.ts';

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

/** Both halves, for the worker alone. */
export async function openPushKey({ orm, sealer }: Services): Promise<{ publicKey: string; privateKey: string } | null> {
  const found = await orm.em.fork().findOne(ServiceKey, { name: NAME });
  return found && { publicKey: found.publicKey, privateKey: sealer.open(found.sealedPrivateKey, serviceKeyPlace(NAME)) };
}
