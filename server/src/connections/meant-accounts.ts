import type { Context } from '../context.ts';
import type { ConnectedAccount } from '../platforms/platform.ts';
import { Connection } from './connection.entity.ts';

/**
 * Where one connection is to be let in again, only its own account among those that the person
 * picked; the first where it is not among them, which addConnection() then refuses by name.
 */
export async function meantAccounts(ctx: Context, connectionId: string | null, accounts: ConnectedAccount[]): Promise<ConnectedAccount[]> {
  if (connectionId === null) return accounts;
  const meant = await ctx.em.findOne(Connection, connectionId);
  const own = accounts.find(({ externalId }) => externalId === meant?.externalId) ?? accounts[0];
  return own ? [own] : [];
}
