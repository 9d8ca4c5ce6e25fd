import { say } from '../../languages/sentence.ts';
import { type GateVerdict, pass, wait } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';
import { evaluatedTargets, partVerdict, payloadFaultOf } from './target-faults.ts';

/** Payloads must be prepared and valid for their platforms; an invalid one does not hold up the others. */
export function payloadGate({ targets: all }: GateSnapshot): GateVerdict {
  const targets = evaluatedTargets(all);
  const missing = targets.find((target) => target.violations === null && !payloadFaultOf(target));
  const faults = targets.flatMap((target) => {
    const fault = payloadFaultOf(target);
    return fault ? [{ target, fault }] : [];
  });
  const [first] = faults;
  if (first) {
    const verdict = partVerdict(all, faults, { code: 'partly_valid', whole: first.fault });
    if (verdict.status === 'block' || !missing) return verdict;
  }
  if (!missing) return pass('payload_valid', 'Every payload fits its network.');
  return wait(
    'payload_not_prepared',
    say`The post for ${missing.platformLabel} has not been prepared.`,
    'Submit the draft, or prepare its payloads.',
    missing.platform,
  );
}
