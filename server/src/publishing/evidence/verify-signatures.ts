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
  const { approval } = document;
  const approved = (approval?.decisions ?? []).map((decision, index) => ({ decision, at: `/approval/decisions/${index}` }));
  const faults: EvidenceFault[] = [];
  const signatures: SignatureReport[] = [];
  for (const { decision, at } of approved) {
    if (!decision.signature) {
      if (decision.signed_by === 'passkey') faults.push({ at, message: 'It says that a passkey signed it, and there is no signature.' });
      continue;
    }
    const fault = (await faultOf(document, decision, decision.signature)) ?? strangerFault(decision, decision.signature, known);
    if (fault) faults.push({ at: `${at}/signature`, message: fault });
    signatures.push(reportOf(decision, decision.signature, fault ? 'broken' : known ? 'signed' : 'unproven'));
  }
  const unsigned = approved.filter(
    ({ decision }) => decision.decision === 'approved' && !decision.signature && !decision.client_link_id,
  ).length;
  return { faults: [...faults, ...missingFaults(document, signatures.length)], signatures, unsigned };
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

/** Where signatures are required, each approval that is counted needs one. */
function missingFaults({ approval, publications }: Evidence, count: number): EvidenceFault[] {
  const isOut = publications.some(({ state }) => state === 'published');
  if (!isOut || !approval?.signature_required || count >= approval.approvals_required) return [];
  return [{ at: '/approval/decisions', message: 'It went out, and not everybody who had to has signed it.' }];
}

function reportOf(decision: EvidenceDecision, { public_key }: EvidenceSignature, verdict: SignatureReport['verdict']): SignatureReport {
  const { decision_id, by, user_id } = decision;
  return { decision_id, by, user_id: user_id ?? '', fingerprint: fingerprintOf(public_key), verdict };
}
