import { block, pass, type Verdict } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

/** A finding that blocks, blocks; the others are told. */
export function safetyGate({ findings }: GateSnapshot): Verdict {
  const blocking = findings.filter(({ severity }) => severity === 'block');
  const [first, ...more] = blocking;
  if (first) {
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return block(first.check, `${first.message}${others}`, 'Change the text, then submit the draft again.', first.platform ?? undefined);
  }
  const [warning] = findings;
  if (warning)
    return pass('safe_with_warnings', findings.length === 1 ? warning.message : `${warning.message} (and ${findings.length - 1} more)`);
  return pass('safe', 'The safety checks found nothing.');
}
