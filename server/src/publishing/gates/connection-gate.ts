import { joined, type LocalizedMessage, LocalTime, type Sentence, say } from '../../languages/sentence.ts';
import { block, type GateVerdict, pass } from './gate.ts';
import type { GateSnapshot, TargetSnapshot } from './gate-snapshot.ts';
import { dueAt } from './schedule-gate.ts';
import { accountFaultOf, CONNECT_AGAIN, evaluatedTargets, type NamedTarget, nameOfTarget, partVerdict } from './target-faults.ts';

/** Targets need a connected account that the platform still accepts; one without does not hold up the others. */
export function connectionGate(snapshot: GateSnapshot): GateVerdict {
  const { targets: all } = snapshot;
  const targets = evaluatedTargets(all);
  if (targets.length === 0) return block('no_target', 'The draft names no network.', 'Name at least one network in the draft.');
  const faults = targets.flatMap((target) => {
    const fault = accountFaultOf(target);
    return fault ? [{ target, fault }] : [];
  });
  const [first] = faults;
  if (!first)
    return (
      endVerdict(snapshot, targets) ??
      pass('connected', targets.length === 1 ? 'The account is connected.' : say`All ${targets.length} accounts are connected.`)
    );
  const whole = allOf(
    // The last one cannot be removed: the post would have no target.
    all.length === 1 ? first.fault : { ...first.fault, leaveOut: nameOfTarget(first.target) },
    faults.map(({ fault }) => fault),
  );
  return partVerdict(all, faults, { code: 'partly_connected', whole });
}

/** Warns of each access that ends before the post is due; null if there is none. It passes: until then the accounts can be connected again. */
function endVerdict(snapshot: GateSnapshot, targets: readonly TargetSnapshot[]): GateVerdict | null {
  const due = dueAt(snapshot);
  const ends = targets.flatMap((target) => {
    const { id, endsAt } = target.connection ?? {};
    return id && endsAt && endsAt <= due ? [{ id, message: endMessage(target, endsAt, snapshot.timeZone) }] : [];
  });
  const [first, ...more] = ends;
  if (!first) return null;
  const message = more.length === 0 ? first.message : joined(ends.map((end) => end.message));
  return { ...pass('access_ends_before', message), remedy: CONNECT_AGAIN, target: first.id };
}

/** That the access to a target's account ends before the post is published. */
export function endMessage(target: NamedTarget, endsAt: Date, timeZone: string): Sentence {
  return say`The access to ${nameOfTarget(target)} ends on ${new LocalTime(endsAt, timeZone)}, before this is published.`;
}

/** Names every missing account, so all can be connected in one visit. */
function allOf(first: GateVerdict, faults: readonly GateVerdict[]): GateVerdict {
  if (faults.length === 1) return first;
  const each = (words: (fault: GateVerdict) => LocalizedMessage) =>
    joined([...new Map(faults.map(words).map((said) => [String(said), said])).values()]);
  return { ...first, message: each(({ message }) => message), remedy: each(({ remedy }) => remedy) };
}
