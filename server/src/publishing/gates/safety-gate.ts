import { joined, type LocalizedMessage, type Sentence, say } from '../../languages/sentence.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { placeInWords } from '../../payloads/outgoing-texts.ts';
import { isBlocking, type SafetyFinding } from '../../safety/safety-finding.ts';
import { block, type GateVerdict, pass } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';
import { withMore } from './target-faults.ts';

/** Blocking findings block unless a person dismissed them; the others are reported. */
export function safetyGate({ findings, mode }: GateSnapshot): GateVerdict {
  const blocking = findings.filter(isBlocking);
  const [first, ...more] = blocking;
  if (first) {
    return block(
      first.check,
      withMore(describe(first), more.length),
      mode === 'auto' ? FOR_APPROVAL : remedyOf(first),
      first.platform ?? undefined,
    );
  }
  const overridden = findings.find(({ override }) => override !== undefined);
  if (overridden?.override) return pass('safety_lifted', say`A person allowed this: ${overridden.override.reason}`);
  const [warning] = findings;
  if (warning) return pass('safe_with_warnings', withMore(describe(warning), findings.length - 1));
  return pass('safe', 'The safety checks found nothing.');
}

/** Only at an approval can a person override a finding. */
const FOR_APPROVAL = say`Change the post, or submit the draft for approval: an owner or approver can then override it, with a reason.`;

const FILES = ['pictures', 'videos', 'documents', 'covers'];

function remedyOf({ check, field }: SafetyFinding): Sentence {
  const isFile = FILES.includes(field.split('/')[0] ?? '');
  if (check !== 'not_moderated')
    return isFile
      ? say`Replace the file, then submit the draft again; or an owner or approver overrides it, with a reason.`
      : say`Change the text, then submit the draft again; or an owner or approver overrides it, with a reason.`;
  return isFile
    ? say`An owner or approver looks at the file and overrides it, with a reason; or submit the draft again without the file.`
    : say`Submit the draft again later, for another check; or an owner or approver overrides it, with a reason.`;
}

/** Names the field unless it is the text, which is where a reader would look. */
function describe(finding: SafetyFinding): LocalizedMessage {
  const { field } = finding;
  const words = fromStoredMessage(finding);
  return field === 'text' ? words : joined([words, say`It is ${placeInWords(field)}.`]);
}
