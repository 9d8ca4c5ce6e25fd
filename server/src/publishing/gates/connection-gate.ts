import { joined, type LocalizedMessage, say } from '../../languages/sentence.ts';
import { block, type GateVerdict, pass } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';
import { accountFaultOf, concerned, nameOfTarget, partVerdict } from './target-faults.ts';

/** Targets need a connected account that the platform still accepts; one without does not hold up the others. */
export function connectionGate({ targets: all }: GateSnapshot): GateVerdict {
  const targets = concerned(all);
  if (targets.length === 0)
    return block('no_target', 'The draft goes nowhere: it names no platform.', 'Name at least one platform in the draft.');
  const faults = targets.flatMap((target) => {
    const fault = accountFaultOf(target);
    return fault ? [{ target, fault }] : [];
  });
  const [first] = faults;
  if (!first)
    return pass('connected', targets.length === 1 ? 'The account is connected.' : say`All ${targets.length} accounts are connected.`);
  const whole = allOf(
    // The last one cannot be removed: the post would have no target.
    all.length === 1 ? first.fault : { ...first.fault, leaveOut: nameOfTarget(first.target) },
    faults.map(({ fault }) => fault),
  );
  return partVerdict(all, faults, { code: 'partly_connected', whole });
}

/** Names every missing account, so all can be connected in one visit. */
function allOf(first: GateVerdict, faults: readonly GateVerdict[]): GateVerdict {
  if (faults.length === 1) return first;
  const each = (words: (fault: GateVerdict) => LocalizedMessage) =>
    joined([...new Map(faults.map(words).map((said) => [String(said), said])).values()]);
  return { ...first, message: each(({ message }) => message), remedy: each(({ remedy }) => remedy) };
}
