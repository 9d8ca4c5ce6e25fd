import { joined, type LocalizedMessage, say } from '../../languages/sentence.ts';
import { wordsOfViolation } from '../../platforms/checks/violation.ts';
import { block, type GateVerdict, pass } from './gate.ts';
import type { GateSnapshot, TargetSnapshot } from './gate-snapshot.ts';

export interface NamedTarget {
  platformLabel: string;
  connection: { handle: string } | null;
}

/** An account by its name and network, or the network without one. */
export const nameOfTarget = ({ platformLabel, connection }: NamedTarget): LocalizedMessage =>
  connection ? say`${connection.handle} on ${platformLabel}` : platformLabel;

export const CONNECT_AGAIN = 'An owner can connect it again under Connections.';

/** Why a target's account cannot be used; null if it is connected and works. */
export function accountFaultOf(target: TargetSnapshot): GateVerdict | null {
  const { platform, platformLabel, connection, isPublishable, connectedLater } = target;
  if (!isPublishable) {
    return block(
      'platform_not_publishable',
      say`The service prepares posts for ${platformLabel}, but cannot publish there.`,
      say`Remove ${platformLabel} from the draft, and copy its text there by hand.`,
      platform,
    );
  }
  if (!connection && connectedLater) {
    return block(
      'connected_later',
      say`${connectedLater} on ${platformLabel} was connected after this request, and is not part of it.`,
      'Submit the draft again to request approval with it; if the rest is already published, retry the job.',
      platform,
    );
  }
  if (!connection) {
    return block(
      'not_connected',
      say`No ${platformLabel} account is connected.`,
      say`An owner can connect an account on ${platformLabel} under Connections.`,
      platform,
    );
  }
  const name = nameOfTarget(target);
  if (connection.isDisconnected) {
    return block(
      'disconnected',
      say`${name} was disconnected.`,
      'An owner can connect it again under Connections. Or submit the draft again without it.',
      connection.id,
    );
  }
  if (connection.health === 'revoked') {
    return block('connection_revoked', say`${name} no longer accepts the service’s access.`, CONNECT_AGAIN, connection.id);
  }
  if (connection.health === 'failing') {
    return block('connection_failing', say`The connection to ${name} does not work.`, CONNECT_AGAIN, connection.id);
  }
  return null;
}

/** Why a target's payload cannot be published; null if it is valid. */
export function payloadFaultOf({ platform, platformLabel, violations, hasNewRules, isKnown }: TargetSnapshot): GateVerdict | null {
  if (!isKnown)
    return block(
      'platform_unavailable',
      say`The service no longer has a network ${platform}.`,
      'Remove the network from the draft.',
      platform,
    );
  const [first, ...more] = violations ?? [];
  if (!first) return null;
  const { message, remedy } = wordsOfViolation(first);
  const what = withMore(message, more.length);
  if (!hasNewRules) return block('payload_invalid', say`The post does not fit ${platformLabel}: ${what}`, remedy, platform);
  return block(
    'payload_outdated',
    say`${platformLabel} has other limits than when this was prepared: ${what}`,
    joined([remedy, say`Then submit the draft again for a new approval.`]),
    platform,
  );
}

/** The first of several, with the number of others. */
export function withMore(first: LocalizedMessage, others: number): LocalizedMessage {
  return others === 0 ? first : say`${first} (and ${others} more)`;
}

const isOpen = ({ progress = 'open' }: TargetSnapshot): boolean => progress === 'open';

/** The targets under evaluation: unpublished ones, or all once none is left. */
export function evaluatedTargets(targets: readonly TargetSnapshot[]): readonly TargetSnapshot[] {
  const open = targets.filter(isOpen);
  return open.length > 0 ? open : targets;
}

/**
 * Targets held by a fault of their own while others are published, exactly as approved. Empty if no other target is
 * possible: then the gates block the whole job.
 */
export function heldTargets(targets: readonly TargetSnapshot[]): TargetSnapshot[] {
  const open = targets.filter(isOpen);
  const held = open.filter((target) => accountFaultOf(target) ?? payloadFaultOf(target));
  return held.length < open.length ? held : [];
}

/** The targets that would be published now if the gates pass. */
export function publishableTargets(targets: readonly TargetSnapshot[]): TargetSnapshot[] {
  const held = new Set(heldTargets(targets));
  return evaluatedTargets(targets).filter((target) => !held.has(target));
}

/** Whether a publication's target is one of heldTargets(). */
export function isHeld(
  { targets }: Pick<GateSnapshot, 'targets'>,
  { platform, connectionId = null }: { platform: string; connectionId?: string | null | undefined },
): boolean {
  return heldTargets(targets).some((held) => held.platform === platform && (held.connection?.id ?? null) === connectionId);
}

/**
 * GateVerdict over faults of single targets: passes while another target can be published and lists those that are held,
 * since one must not hold up the others. `whole` is the verdict if no target can be published.
 */
export function partVerdict(
  targets: readonly TargetSnapshot[],
  faults: readonly { target: TargetSnapshot; fault: GateVerdict }[],
  { code, whole }: { code: string; whole: GateVerdict },
): GateVerdict {
  const [first] = faults;
  const held = new Set(heldTargets(targets));
  if (!first || !faults.every(({ target }) => held.has(target))) return whole;
  const names = joined(
    faults.map(({ target }) => nameOfTarget(target)),
    ', ',
  );
  const { remedy, target, leaveOut } = whole;
  return {
    ...pass(code, say`It will be published without ${names}: ${whole.message}`),
    remedy,
    ...(target === undefined ? {} : { target }),
    ...(leaveOut === undefined ? {} : { leaveOut }),
  };
}

/** The readiness of one target of a job. */
export interface TargetReadiness {
  platform: string;
  connectionId: string | null;
  /** The account by its name and network, or the network. */
  name: LocalizedMessage;
  /** `ready`: no obstacle of its own; `waiting`: its platform's limit; `held`: a fault of its own. */
  state: 'ready' | 'waiting' | 'held' | 'under_way' | 'ended';
  /** The code of the fault or the pause; null if there is none. */
  code: string | null;
  message: LocalizedMessage | null;
  remedy: LocalizedMessage | null;
}

/** Each target's own readiness, in the order of the content. `pauseOf`: until when its connection is paused. */
export function targetsOf(
  { targets }: Pick<GateSnapshot, 'targets'>,
  pauseOf: (target: TargetSnapshot) => GateVerdict | null,
): TargetReadiness[] {
  return targets.map((target) => {
    const { platform, connection, progress = 'open' } = target;
    const about = { platform, connectionId: connection?.id ?? null, name: nameOfTarget(target) };
    const nothing = { code: null, message: null, remedy: null };
    if (progress !== 'open') return { ...about, ...nothing, state: progress };
    const fault = accountFaultOf(target) ?? payloadFaultOf(target);
    const why = fault ?? pauseOf(target);
    if (!why) return { ...about, ...nothing, state: 'ready' };
    return { ...about, state: fault ? 'held' : 'waiting', code: why.code, message: why.message, remedy: why.remedy };
  });
}
