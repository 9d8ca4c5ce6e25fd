import type { LocalizedMessage } from '../../languages/sentence.ts';

export const GATE_NAMES = [
  'launch',
  'account',
  'permission',
  'approval',
  'connection',
  'payload',
  'safety',
  'credits',
  'schedule',
] as const;
export type GateName = (typeof GATE_NAMES)[number];

/** `wait`: passes with time or by a person's decision; `block`: something must be fixed first. */
export type GateStatus = 'pass' | 'wait' | 'block';

/** One condition of live publishing, explained. */
export interface Gate {
  gate: GateName;
  status: GateStatus;
  /** Stable, for programs. */
  code: string;
  /** The status in one sentence, for a person. */
  message: LocalizedMessage;
  /** What to do, and who can do it; empty if nothing is to be done. */
  remedy: LocalizedMessage;
  /** The connection, platform, unit or launch step concerned. */
  target?: string;
  /** The name of a target that can be removed so the rest can continue. */
  leaveOut?: LocalizedMessage;
}

/**
 * The combined result of all gates: `pass`, publish now; `wait`, publish at its time; `block`, a gate must
 * change first.
 */
export function forecastOf(gates: readonly Gate[]): GateStatus {
  const closed = gates.filter(({ status }) => status !== 'pass');
  if (closed.length === 0) return 'pass';
  return closed.every(({ gate, status }) => gate === 'schedule' && status === 'wait') ? 'wait' : 'block';
}

/** In English, for programs. */
export function gateInEnglish<T extends Pick<Gate, 'message' | 'remedy'>>(gate: T): T & { message: string; remedy: string } {
  return { ...gate, message: String(gate.message), remedy: String(gate.remedy) };
}

/** The result of one gate, without its name. */
export type GateVerdict = Omit<Gate, 'gate'>;

export const pass = (code: string, message: LocalizedMessage): GateVerdict => ({ status: 'pass', code, message, remedy: '' });

export function wait(code: string, message: LocalizedMessage, remedy: LocalizedMessage, target?: string): GateVerdict {
  return { status: 'wait', code, message, remedy, ...(target === undefined ? {} : { target }) };
}

export function block(code: string, message: LocalizedMessage, remedy: LocalizedMessage, target?: string): GateVerdict {
  return { status: 'block', code, message, remedy, ...(target === undefined ? {} : { target }) };
}
