import { placeInWords } from '../../payloads/outgoing-texts.ts';
import { isBlocking, type SafetyFinding } from '../../safety/safety-finding.ts';
import { block, pass, type Verdict } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

/** A finding that blocks, blocks, unless a person let it go out; the others are told. */
export function safetyGate({ findings }: GateSnapshot): Verdict {
  const blocking = findings.filter(isBlocking);
  const [first, ...more] = blocking;
  if (first) {
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return block(
      first.check,
      `${first.message}${placeOf(first)}${others}`,
      'Change the text, then submit the draft again; or an owner or approver lifts it, with a reason.',
      first.platform ?? undefined,
    );
  }
  const lifted = findings.find(({ lift }) => lift !== undefined);
  if (lifted?.lift) return pass('safety_lifted', `A person let this go out: ${lifted.lift.reason}`);
  const [warning] = findings;
  if (warning) {
    const others = findings.length === 1 ? '' : ` (and ${findings.length - 1} more)`;
    return pass('safe_with_warnings', `${warning.message}${placeOf(warning)}${others}`);
  }
  return pass('safe', 'The safety checks found nothing.');
}

/** Nobody looks for it anywhere but in the text, unless told. */
function placeOf({ field }: SafetyFinding): string {
  return field === 'text' ? '' : ` It is ${placeInWords(field)}.`;
}
