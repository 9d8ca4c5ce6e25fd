import { fingerprintOf } from '../../access/passkeys/fingerprint.ts';
import { signatureFault } from '../../approvals/signatures/verify-signature.ts';
import type { Evidence, EvidenceDecision, EvidenceSignature } from './evidence-document.ts';
import type { EvidenceFault, KnownPasskey, SignatureReport, SignaturesChecked } from './evidence-report.ts';

/**
 * Checks the signatures of people, each by itself: against the statement, the content hash of the document and the
 * passkey that it names. Nothing of it rests on the service's own seal. `known` are passkeys that the reader has from their
 * owners; without them nobody but the document says whose they are.
 */
export async function verifySignatures(document: Evidence, known: readonly KnownPasskey[] | null): Promise<SignaturesChecked> {
  const decisions = (document.approval?.decisions ?? []).map((decision, index) => ({ decision, at: `/approval/decisions/${index}` }));
  const faults: EvidenceFault[] = [];
  const signatures: SignatureReport[] = [];
  for (const { decision, at } of decisions) {
    if (!decision.signature) {
      if (decision.signed_by === 'passkey') faults.push({ at, message: 'It says that a passkey signed it, and there is no signature.' });
      continue;
    }
    const fault = (await faultOf(document, decision, decision.signature)) ?? strangerFault(decision, decision.signature, known);
    if (fault) faults.push({ at: `${at}/signature`, message: fault });
    signatures.push(reportOf(decision, decision.signature, fault ? 'broken' : known ? 'signed' : 'unproven'));
  }
  const people = new Set(signatures.map((own) => own.user_id)).size;
  const unsigned = decisions.filter(({ decision }) => decision.decision === 'approved' && !decision.signature).length;
  return {
    faults: [...faults, ...repeatedFaults(document), ...missingFaults(document, people)],
    signatures,
    unsigned,
    isProved: known
      ? unsigned === 0 && people > 0 && isEnough(document, people)
      : signatures.length === 0 && !isMissing(document, unsigned),
  };
}

async function faultOf({ approval, job }: Evidence, decision: EvidenceDecision, signature: EvidenceSignature): Promise<string | null> {
  if (decision.decision !== 'approved') return 'Only an approval is signed.';
  return signatureFault(
    {
      statement: signature.statement,
      credentialId: signature.credential_id,
      publicKey: signature.public_key,
      authenticatorData: signature.authenticator_data,
      clientDataJson: signature.client_data_json,
      signature: signature.signature,
    },
    {
      workspaceId: job.workspace_id,
      userId: decision.user_id ?? '',
      approvalId: approval?.approval_id ?? '',
      contentHash: job.content_hash,
      at: new Date(decision.at),
    },
  );
}

function strangerFault(
  { user_id: userId }: EvidenceDecision,
  { public_key: key }: EvidenceSignature,
  known: readonly KnownPasskey[] | null,
) {
  if (!known || known.some((own) => own.user_id === userId && own.fingerprint === fingerprintOf(key))) return null;
  return 'The passkey is not one of those that are known to be this person’s.';
}

const isEnough = ({ approval }: Evidence, people: number): boolean => approval !== null && people >= approval.approvals_required;
const isMissing = ({ approval }: Evidence, unsigned: number): boolean => approval?.signature_required === true && unsigned > 0;

/** Nobody decides twice on the same: a copy would count one person for two. */
function repeatedFaults({ approval }: Evidence): EvidenceFault[] {
  const people = (approval?.decisions ?? []).map(({ user_id: userId }) => userId);
  return people.flatMap((userId, index) =>
    userId && people.indexOf(userId) < index ? [{ at: `/approval/decisions/${index}`, message: 'This person has decided before.' }] : [],
  );
}

/** Where signatures are required, as many people have to have signed as had to approve. */
function missingFaults(document: Evidence, people: number): EvidenceFault[] {
  const isOut = document.publications.some(({ state }) => state === 'published');
  if (!isOut || !document.approval?.signature_required || isEnough(document, people)) return [];
  return [{ at: '/approval/decisions', message: 'It went out, and not everybody who had to has signed it.' }];
}

function reportOf(decision: EvidenceDecision, { public_key }: EvidenceSignature, verdict: SignatureReport['verdict']): SignatureReport {
  const { decision_id, by, user_id } = decision;
  return { decision_id, by, user_id: user_id ?? '', fingerprint: fingerprintOf(public_key), verdict };
}
