import { accountGate } from './gates/account-gate.ts';
import { approvalGate } from './gates/approval-gate.ts';
import { connectionGate } from './gates/connection-gate.ts';
import { creditsGate } from './gates/credits-gate.ts';
import { type Gate, type GateName, pass } from './gates/gate.ts';
import type { AgentSnapshot, GateSnapshot } from './gates/gate-snapshot.ts';
import { launchGate } from './gates/launch-gate.ts';
import { payloadGate } from './gates/payload-gate.ts';
import { permissionGate } from './gates/permission-gate.ts';
import { safetyGate } from './gates/safety-gate.ts';
import { scheduleGate } from './gates/schedule-gate.ts';

/** One file per gate; gates are always listed in the order of these keys. */
const GATES: Record<GateName, (snapshot: GateSnapshot) => Omit<Gate, 'gate'>> = {
  launch: launchGate,
  account: accountGate,
  permission: permissionGate,
  approval: approvalGate,
  connection: connectionGate,
  payload: payloadGate,
  safety: safetyGate,
  credits: creditsGate,
  schedule: scheduleGate,
};

export type { Gate, GateName, GateStatus } from './gates/gate.ts';
export { forecastOf } from './gates/gate.ts';

export const GATE_NAMES = Object.keys(GATES) as GateName[];

/** All nine gates in this order. Pure: the same snapshot gives the same result anywhere. */
export function evaluateGates(snapshot: GateSnapshot): Gate[] {
  return GATE_NAMES.map((gate) => ({ gate, ...GATES[gate](snapshot) }));
}

/** What may change after a post was sent: its content, credits and time may not. */
const OF_SENDERS: readonly GateName[] = ['launch', 'account', 'permission', 'connection'];

/**
 * The gates of something signed with a post that is published already, such as its first comment: who may publish, and
 * where, is evaluated again, and it counts against no limit of an agent. `target` is the account of the post.
 */
export function gatesOfFollowing(snapshot: GateSnapshot, target: { platform: string; connectionId: string | null }): Gate[] {
  const { platform, connectionId } = target;
  const targets = snapshot.targets
    .filter((each) => each.platform === platform && (each.connection?.id ?? null) === connectionId)
    .map((each) => ({ ...each, progress: 'open' as const }));
  const author = snapshot.author.kind === 'agent' ? withoutLimits(snapshot.author) : snapshot.author;
  const now = { ...snapshot, targets, author, coAuthors: snapshot.coAuthors.map(withoutLimits) };
  const met = pass('met_when_sent', 'It was met when this was published.');
  return GATE_NAMES.map((gate) => ({ gate, ...(OF_SENDERS.includes(gate) ? GATES[gate](now) : met) }));
}

const withoutLimits = (agent: AgentSnapshot): AgentSnapshot => ({ ...agent, jobsPerDay: null, creditsPerMonth: null });

/** Whether a gate never opens again for something that is signed already: an ended permission is given again for other posts only. */
export const staysClosed = ({ gate, status }: Pick<Gate, 'gate' | 'status'>): boolean => gate === 'permission' && status === 'block';

/**
 * The gates of a job that has ended. Today's state says nothing about then, so only the ending is reported: all gates
 * passed when it was sent, or why it was cancelled and what to do now.
 */
export function gatesOfEnded(snapshot: GateSnapshot, wasPublished: boolean): Gate[] {
  const outcome = wasPublished ? pass('met_when_sent', 'It was met when this was published.') : pass('job_ended', 'The job has ended.');
  const tellsEnd = snapshot.end !== null || !wasPublished;
  return GATE_NAMES.map((gate) => ({ gate, ...(gate === 'approval' && tellsEnd ? GATES.approval(snapshot) : outcome) }));
}
