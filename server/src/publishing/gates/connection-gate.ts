import { joined, say, type Words } from '../../languages/sentence.ts';
import { block, pass, type Verdict } from './gate.ts';
import type { GateSnapshot, TargetSnapshot } from './gate-snapshot.ts';

/** Each target needs a connected account that the platform still lets in. */
export function connectionGate({ targets }: GateSnapshot): Verdict {
  if (targets.length === 0)
    return block('no_target', 'The draft goes nowhere: it names no platform.', 'Name at least one platform in the draft.');
  const faults = targets.flatMap((target) => {
    const fault = faultOf(target);
    // The last one cannot be left out: the post would go nowhere.
    return fault ? [targets.length === 1 ? fault : { ...fault, leaveOut: nameOf(target) }] : [];
  });
  const [first] = faults;
  if (first) return faults.length === 1 ? first : allOf(first, faults);
  return pass('connected', targets.length === 1 ? 'The account is connected.' : say`All ${targets.length} accounts are connected.`);
}

/** Every account that is missing, not the first alone: whoever puts them right does not come back for each. */
function allOf(first: Verdict, faults: readonly Verdict[]): Verdict {
  const each = (words: (fault: Verdict) => Words) => joined([...new Map(faults.map(words).map((said) => [String(said), said])).values()]);
  return { ...first, message: each(({ message }) => message), remedy: each(({ remedy }) => remedy) };
}

const nameOf = ({ platformLabel, connection }: TargetSnapshot): Words =>
  connection ? say`${connection.handle} on ${platformLabel}` : platformLabel;

function faultOf(target: TargetSnapshot): Verdict | null {
  const { platform, platformLabel, connection, isPublishable, connectedLater } = target;
  if (!isPublishable) {
    return block(
      'platform_not_publishable',
      say`The service prepares words for ${platformLabel}, but cannot publish there.`,
      say`Take ${platformLabel} out of the draft, and carry its words over by hand.`,
      platform,
    );
  }
  if (!connection && connectedLater) {
    return block(
      'connected_later',
      say`${connectedLater} on ${platformLabel} was connected after this was asked for, and is no part of it.`,
      'Submit the draft again to ask for approval with it.',
      platform,
    );
  }
  if (!connection) {
    return block(
      'not_connected',
      say`No ${platformLabel} account is connected.`,
      say`An owner of the account connects one on ${platformLabel}.`,
      platform,
    );
  }
  const name = nameOf(target);
  if (connection.isDisconnected) {
    return block(
      'disconnected',
      say`${name} was disconnected.`,
      'An owner of the account connects it again, or submit the draft again without it.',
      connection.id,
    );
  }
  if (connection.health === 'revoked') {
    return block(
      'connection_revoked',
      say`${name} does not let the service in any more.`,
      'An owner of the account connects it again.',
      connection.id,
    );
  }
  if (connection.health === 'failing') {
    return block(
      'connection_failing',
      say`The connection to ${name} does not work.`,
      'An owner of the account connects it again.',
      connection.id,
    );
  }
  return null;
}
