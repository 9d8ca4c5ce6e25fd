import { say } from '../../languages/sentence.ts';
import { block, type GateVerdict, pass, wait } from './gate.ts';
import { type GateSnapshot, isSandbox } from './gate-snapshot.ts';
import { publishableTargets } from './target-faults.ts';

/** Blocks while the operator has stopped the service; before every launch step is signed, only the sandbox publishes. */
export function launchGate({ unsignedSteps, serviceStop, targets }: GateSnapshot): GateVerdict {
  if (serviceStop?.backupAt) {
    const moment = `${serviceStop.backupAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return wait(
      'service_restored',
      say`The service was restored from a backup of ${moment}; nothing is published until the operator releases it.`,
      'The operator releases it with "cs restore release" once it is clear what has been published since then.',
    );
  }
  if (serviceStop) {
    return wait(
      'service_stopped',
      serviceStop.reason
        ? say`The operator has stopped publishing for the whole service: ${serviceStop.reason}`
        : 'The operator has stopped publishing for the whole service.',
      'No action is needed; publishing continues when the operator resumes the service.',
    );
  }
  const step = unsignedSteps[0];
  if (step === undefined) return pass('launched', 'The operator has signed every launch step.');
  // Held targets do not count.
  const publishable = publishableTargets(targets);
  if (publishable.length > 0 && publishable.every(isSandbox)) return pass('sandbox_only', 'The sandbox publishes before the launch too.');
  return block(
    'not_launched',
    unsignedSteps.length === 1
      ? 'The service has not been launched: one launch step is not signed yet.'
      : say`The service has not been launched: ${unsignedSteps.length} launch steps are not signed yet.`,
    'The operator signs the launch steps; until then, publish to the sandbox.',
    step,
  );
}
