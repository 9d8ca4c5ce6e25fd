import type { Services } from '../context.ts';
import { say } from '../languages/sentence.ts';
import type { Credentials } from '../platforms/platform.ts';
import type { Connection } from './connection.entity.ts';

/** Credentials are bound to their row and column: moved elsewhere they do not open. */
export function credentialsPlace(connectionId: string): string {
  return `connections/${connectionId}/credentials`;
}

export function sealCredentials({ sealer }: Pick<Services, 'sealer'>, connectionId: string, credentials: Credentials): string {
  return sealer.seal(JSON.stringify(credentials), credentialsPlace(connectionId));
}

const UNREADABLE = say`The stored credentials cannot be opened: they were changed, or sealed with another master key.`;

/** Thrown if stored credentials are useless, whatever the platform would say. */
export class UnreadableCredentialsError extends Error {}

/** The plain credentials, for the moment of a call to the platform. Throws when they were tampered with. */
export function openCredentials(
  { sealer }: Pick<Services, 'sealer'>,
  connection: Pick<Connection, 'id' | 'sealedCredentials'>,
): Credentials {
  try {
    return JSON.parse(sealer.open(connection.sealedCredentials, credentialsPlace(connection.id))) as Credentials;
  } catch {
    throw new UnreadableCredentialsError(String(UNREADABLE));
  }
}
