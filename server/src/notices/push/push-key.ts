import webpush from 'web-push';
import type { Context, Services } from '../../context.ts';
import { ServiceKey, serviceKeyPlace } from './service-key.entity.ts';

const NAME = 'push';

/**
 * At the start: creates the key that identifies this service to push services (RFC 8292). Of concurrent processes,
 * one creates it.
 */
export async function ensurePushKey({ orm, sealer, clock }: Services): Promise<void> {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  await orm.em
    .fork()
    .execute(
      `insert into service_keys (name, public_key, sealed_private_key, created_at) values (?, ?, ?, ?) on conflict do nothing`,
      [NAME, publicKey, sealer.seal(privateKey, serviceKeyPlace(NAME)), clock.now()],
      'run',
    );
}

/** The public key that browsers need to subscribe; null before the first start has completed. */
export async function readPushKey(ctx: Context): Promise<string | null> {
  const [found] = await ctx.em.execute<{ public_key: string }[]>('select public_key from service_keys where name = ?', [NAME]);
  return found?.public_key ?? null;
}

/** Both halves, for the worker alone. */
export async function openPushKey({ orm, sealer }: Services): Promise<{ publicKey: string; privateKey: string } | null> {
  const found = await orm.em.fork().findOne(ServiceKey, { name: NAME });
  return found && { publicKey: found.publicKey, privateKey: sealer.open(found.sealedPrivateKey, serviceKeyPlace(NAME)) };
}
