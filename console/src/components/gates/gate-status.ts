import type { GateViewFragment } from '../../gql/graphql.ts';
import { texts } from '../texts.ts';

/** Passes because other targets can be published; lists those that are held. */
export const isPartly = ({ code }: Pick<GateViewFragment, 'code'>): boolean => code.startsWith('partly_');

/** Passes, but lists what to do: for the targets that are held, or before a later time. */
export const isWarning = ({ status, remedy }: Pick<GateViewFragment, 'status' | 'remedy'>): boolean => status === 'PASS' && Boolean(remedy);

/** Whether a person put the approved post on hold: it is released on the post's page. */
export const isHold = ({ gate, code }: Pick<GateViewFragment, 'gate' | 'code'>): boolean => gate === 'APPROVAL' && code === 'held';

/** The gate that holds an approved post; without a blocking one, a hold by a person or a used-up budget. */
export const shutGate = <G extends Pick<GateViewFragment, 'gate' | 'status'>>(gates: readonly G[]): G | undefined =>
  gates.find(({ status }) => status === 'BLOCK') ??
  gates.find(({ gate, status }) => (gate === 'APPROVAL' || gate === 'CREDITS') && status === 'WAIT');

/** The gates in one sentence; `besides` are open ones other than the approval. A time that has not come yet stops nothing. */
export function summaryOf(besides: readonly Pick<GateViewFragment, 'gate' | 'status'>[], needsApproval: boolean): string {
  const stopping = besides.filter(({ gate, status }) => gate !== 'SCHEDULE' || status !== 'WAIT').length;
  if (stopping > 0) return texts.gates.summaryOpen({ besides: stopping, needsApproval });
  if (needsApproval) return texts.gates.summaryApproval;
  return besides.length > 0 ? texts.gates.summaryTime : texts.gates.summaryFine;
}
