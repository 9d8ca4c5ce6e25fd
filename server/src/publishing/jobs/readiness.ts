import type { Gate } from '../gates/gate.ts';

export type ReadinessState = 'ready' | 'waiting' | 'blocked';

export interface Readiness {
  state: ReadinessState;
  gates: Gate[];
}

/** Any block blocks, else anything that waits waits. */
export function readinessFrom(gates: Gate[]): Readiness {
  const has = (status: Gate['status']) => gates.some((gate) => gate.status === status);
  return { state: has('block') ? 'blocked' : has('wait') ? 'waiting' : 'ready', gates };
}

/** Whether nothing is missing but the scheduled time. */
export function waitsForTimeOnly(gates: readonly Gate[]): boolean {
  return gates.every(({ gate, status }) => status === 'pass' || (gate === 'schedule' && status === 'wait'));
}
