import { fingerprintOf } from '../../access/passkeys/fingerprint.ts';
import { signatureFault } from '../../approvals/signatures/verify-signature.ts';
import type { Evidence, EvidenceDecision, EvidenceSignature, EvidenceStanding } from './evidence-document.ts';
import type { EvidenceFault, KnownPasskey, SignatureReport, SignaturesChecked } from './evidence-report.ts';
import { partsOf } from './signature-parts.ts';
import { standingSignedFault } from './verify-standing.ts';

/**
 * Verifies each person's signature on its own, against the statement, the document's content hash and the named
 * passkey. Does not rely on the service's seal. `known`: passkeys that the reader got from their owners; without
 * them, only the document says whose they are.
 */
export async function verifySignatures(document: Evidence, known: readonly KnownPasskey[] | null): Promise<SignaturesChecked> {
  const decisions = (document.approval?.decisions ?? []).map((decision, index) => ({ decision, at: `/approval/decisions/${index}` }));
  const faults: EvidenceFault[] = [];
  const signatures: SignatureReport[] = [];
  for (const { decision, at } of decisions) {
    const own = signedOf(decision, at);
    if (!own) {
      if (decision.signed_by === 'passkey') faults.push({ at, message: 'It says that a passkey signed it, and there is no signature.' });
      continue;
    }
    const fault = (await faultOf(document, own)) ?? strangerFault(own, known);
    if (fault) faults.push({ at: own.at, message: fault });
    signatures.push(reportOf(own, fault ? 'broken' : known ? 'signed' : 'unproven'));
  }
  const people = new Set(signatures.map((own) => own.user_id)).size;
  const unsigned = decisions.filter(({ decision, at }) => decision.decision === 'approved' && !signedOf(decision, at)).length;
  return {
    faults: [...faults, ...repeatedFaults(document), ...missingFaults(document, people)],
    signatures,
    unsigned,
    isProved: known
      ? unsigned === 0 && people > 0 && isEnough(document, people)
      : signatures.length === 0 && !isMissing(document, unsigned),
  };
}

/** A person's signature and its owner, over this content or over a standing approval. */
interface Signed {
  at: string;
  decision: EvidenceDecision;
  standing: EvidenceStanding | null;
  userId: string | null;
  signature: EvidenceSignature;
}

function signedOf(decision: EvidenceDecision, at: string): Signed | null {
  const { standing_approval: standing = null, signature = null, user_id: userId } = decision;
  if (signature) return { at: `${at}/signature`, decision, standing: null, userId, signature };
  if (!standing?.signature) return null;
  return { at: `${at}/standing_approval/signature`, decision, standing, userId: standing.user_id, signature: standing.signature };
}

async function faultOf(document: Evidence, { decision, standing, signature }: Signed): Promise<string | null> {
  if (decision.decision !== 'approved') return 'Only an approval is signed.';
  if (standing) return standingSignedFault(document, standing, signature);
  const { approval, job } = document;
  return signatureFault(partsOf(signature), {
    workspaceId: job.workspace_id,
    userId: decision.user_id ?? '',
    approvalId: approval?.approval_id ?? '',
    contentHash: job.content_hash,
    at: new Date(decision.at),
  });
}

function strangerFault({ userId, signature: { public_key: key } }: Signed, known: readonly KnownPasskey[] | null) {
  if (!known || known.some((own) => own.user_id === userId && own.fingerprint === fingerprintOf(key))) return null;
  return 'The passkey is not one of those that are known to be this person’s.';
}

const isEnough = ({ approval }: Evidence, people: number): boolean => approval !== null && people >= approval.approvals_required;
const isMissing = ({ approval }: Evidence, unsigned: number): boolean => approval?.signature_required === true && unsigned > 0;

/** A person may decide only once: a copied decision would count as two people. */
function repeatedFaults({ approval }: Evidence): EvidenceFault[] {
  const people = (approval?.decisions ?? []).map(({ user_id: userId }) => userId);
  return people.flatMap((userId, index) =>
    userId && people.indexOf(userId) < index ? [{ at: `/approval/decisions/${index}`, message: 'This person has decided before.' }] : [],
  );
}

/** Where signatures are required, as many people must have signed as had to approve. */
function missingFaults(document: Evidence, people: number): EvidenceFault[] {
  const isOut = document.publications.some(({ state }) => state === 'published');
  if (!isOut || !document.approval?.signature_required || isEnough(document, people)) return [];
  return [{ at: '/approval/decisions', message: 'It went out, and not everybody who had to has signed it.' }];
}

function reportOf({ decision, standing, userId, signature }: Signed, verdict: SignatureReport['verdict']): SignatureReport {
  const { decision_id, by } = decision;
  const beforehand = standing && { standing_approval_id: standing.standing_approval_id };
  return { decision_id, by, user_id: userId ?? '', ...beforehand, fingerprint: fingerprintOf(signature.public_key), verdict };
}
