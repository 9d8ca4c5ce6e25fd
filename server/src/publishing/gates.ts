import { accountGate } from './gates/account-gate.ts';
import { approvalGate } from './gates/approval-gate.ts';
import { connectionGate } from './gates/connection-gate.ts';
import { creditsGate } from './gates/credits-gate.ts';
import type { Gate, GateName } from './gates/gate.ts';
import type { GateSnapshot } from './gates/gate-snapshot.ts';
import { launchGate } from './gates/launch-gate.ts';
import { payloadGate } from './gates/payload-gate.ts';
import { permissionGate } from './gates/permission-gate.ts';
import { safetyGate } from './gates/safety-gate.ts';
import { scheduleGate } from './gates/schedule-gate.ts';

/** One file a gate; the keys' order is the order in which they are always listed. */
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

export const GATE_NAMES = Object.keys(GATES) as GateName[];

/** Every gate, always all nine in this order. Pure: the same snapshot gives the same answer anywhere. */
export function evaluateGates(snapshot: GateSnapshot): Gate[] {
  return GATE_NAMES.map((gate) => ({ gate, ...GATES[gate](snapshot) }));
}
