import { block, pass, type Verdict } from './gate.ts';
import { type GateSnapshot, isSandbox } from './gate-snapshot.ts';

/** Before the operator has signed every launch step, only the sandbox publishes. */
export function launchGate({ unsignedSteps, targets }: GateSnapshot): Verdict {
  const step = unsignedSteps[0];
  if (step === undefined) return pass('launched', 'The operator has signed every launch step.');
  if (targets.length > 0 && targets.every(isSandbox)) return pass('sandbox_only', 'The sandbox publishes before the launch too.');
  return block(
    'not_launched',
    `The service has not been launched: ${unsignedSteps.length === 1 ? 'one launch step is' : `${unsignedSteps.length} launch steps are`} not signed yet.`,
    'The operator signs the launch steps; until then, publish to the sandbox.',
    step,
  );
}
