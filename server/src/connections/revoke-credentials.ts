import type { Services } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { tables } from '../db/tables.ts';
import type { Connection } from './connection.entity.ts';
import { openCredentials, readSealed, type Sealed } from './fresh-credentials.ts';

/** Short: the account is disconnected already, and a person waits. */
const REVOKE_MS = 5_000;

/** The credentials as they are before an account is disconnected; null if there are none that its network could revoke. */
export async function readRevocable(services: Services, connectionId: string): Promise<Sealed | null> {
  const held = (await readSealed(services, [connectionId])).get(connectionId);
  return held && services.platforms.get(held.platform)?.revoke ? held : null;
}

/**
 * Asks the network to revoke the credentials of an account that was disconnected; call it after the commit. It may fail:
 * the credentials are deleted here in any case. An account that another workspace has connected keeps its access, which
 * some networks end as a whole.
 */
export async function revokeCredentials(
  services: Services,
  held: Sealed | null,
  { id, platform, externalId }: Pick<Connection, 'id' | 'platform' | 'externalId'>,
): Promise<void> {
  const { revoke } = services.platforms.get(platform) ?? {};
  if (!held || !revoke) return;
  try {
    if (await isConnectedElsewhere(services, platform, externalId)) return;
    await revoke(openCredentials(services, held), AbortSignal.timeout(REVOKE_MS));
  } catch (err) {
    services.log.info({ err, connectionId: id }, 'credentials could not be revoked at the network');
  }
}

async function isConnectedElsewhere({ orm }: Services, platform: string, externalId: string): Promise<boolean> {
  const [row] = await query(
    forkAsOwner(orm),
    tables
      .selectFrom('connections')
      .select('id')
      .where('platform', '=', platform)
      .where('external_id', '=', externalId)
      .where('disconnected_at', 'is', null)
      .limit(1),
  );
  return row !== undefined;
}
