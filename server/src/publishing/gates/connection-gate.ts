import { block, pass, type Verdict } from './gate.ts';
import type { GateSnapshot, TargetSnapshot } from './gate-snapshot.ts';

/** Each target needs a connected account that the platform still lets in. */
export function connectionGate({ targets }: GateSnapshot): Verdict {
  if (targets.length === 0)
    return block('no_target', 'The draft goes nowhere: it names no platform.', 'Name at least one platform in the draft.');
  for (const target of targets) {
    const fault = faultOf(target);
    if (fault) return fault;
  }
  return pass('connected', targets.length === 1 ? 'The account is connected.' : `All ${targets.length} accounts are connected.`);
}

function faultOf({ platform, platformLabel, connection, isPublishable }: TargetSnapshot): Verdict | null {
  if (!isPublishable) {
    return block(
      'platform_not_publishable',
      `The service prepares words for ${platformLabel}, but cannot publish there.`,
      `Take ${platformLabel} out of the draft, and carry its words over by hand.`,
      platform,
    );
  }
  if (!connection) {
    return block(
      'not_connected',
      `No ${platformLabel} account is connected.`,
      `An owner of the account connects a ${platformLabel} account.`,
      platform,
    );
  }
  const name = `${connection.handle} on ${platformLabel}`;
  if (connection.isDisconnected) {
    return block(
      'disconnected',
      `${name} was disconnected.`,
      'An owner of the account connects it again, or submit the draft again without it.',
      connection.id,
    );
  }
  if (connection.health === 'revoked') {
    return block(
      'connection_revoked',
      `${name} does not let the service in any more.`,
      'An owner of the account connects it again.',
      connection.id,
    );
  }
  if (connection.health === 'failing') {
    return block(
      'connection_failing',
      `The connection to ${name} does not work.`,
      'An owner of the account connects it again.',
      connection.id,
    );
  }
  return null;
}
