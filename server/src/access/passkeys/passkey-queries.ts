import type { Context } from '../../context.ts';
import { Passkey } from './passkey.entity.ts';

/** A person's passkeys, oldest first. */
export async function listPasskeys(ctx: Context, userId: string): Promise<Passkey[]> {
  return ctx.em.find(Passkey, { userId }, { orderBy: { id: 'asc' } });
}
