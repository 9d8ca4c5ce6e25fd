import canonicalize from 'canonicalize';
import { fingerprintOf } from '../../access/passkeys/webauthn.ts';
import { signatureFault } from '../../approvals/signatures/verify-signature.ts';
import { escapePointer } from '../../errors.ts';
import { contentHash, hashJson } from '../../payloads/content-hash.ts';
import { editedBy } from '../../platforms/platform/edits.ts';
import { isSignedBy, KEY_MEMBERS, keyIdOf } from '../../sealing/sealer.ts';
import { parseSignedJson } from '../../sealing/signed-json.ts';
import { SANDBOX } from '../gates/gate-snapshot.ts';
import { digestsOf, partsOf } from './evidence-digests.ts';
import type { Evidence, EvidenceDecision, EvidencePublication, EvidenceSignature, EvidenceStanding } from './evidence-document.ts';
import {
  type EvidenceFault,
  type EvidenceReport,
  type KnownPasskey,
  report,
  type SignatureReport,
  type SignaturesChecked,
  type Trust,
} from './evidence-report.ts';
import { standingFaults, standingSignedFault } from './verify-standing.ts';

/**
 * Checks the file of a document: first that every reader parses it to the same value, then verifyEvidence().
 * Throws SyntaxError where it is not JSON.
 */
export async function verifyEvidenceFile(file: string | Uint8Array, trust: Trust): Promise<EvidenceReport> {
  const { value, faults } = parseSignedJson(file);
  return faults.length > 0 ? report('', { ...nothingSigned(), faults }, trust) : verifyEvidence(value, trust);
}

/**
 * Verifies a document without a database, a network or a secret: its signature, the digest of every part, whether the
 * parts are consistent, and people's signatures. `keys` are those of the service's
 * `/.well-known/countersign-evidence-keys.json`, `passkeys` those named by their owners; without them nothing is
 * proved, since anyone can put a key of their own into a document.
 */
export async function verifyEvidence(document: unknown, trust: Trust): Promise<EvidenceReport> {
  if (!isEvidence(document)) {
    return report('', nothingSigned({ at: '', message: 'This is no evidence document of Countersign.' }), trust);
  }
  const { seal, ...facts } = document;
  const signed = await signaturesOf(document, trust);
  const faults = [...digestFaults(facts, seal.digests), ...sealFaults(seal, trust.keys), ...relationFaults(document), ...signed.faults];
  return report(seal.key.kid, { ...signed, faults }, trust, {
    auditKeptFrom: facts.audit_kept_from,
    edited: faults.length > 0 ? [] : editsIn(document),
  });
}

async function signaturesOf(document: Evidence, { passkeys }: Trust): Promise<SignaturesChecked> {
  try {
    return await verifySignatures(document, passkeys);
  } catch {
    return nothingSigned({ at: '/approval', message: 'The signatures are not of the form that they have.' });
  }
}

const nothingSigned = (...faults: EvidenceFault[]): SignaturesChecked => ({ faults, signatures: [], unsigned: 0, isProved: false });

/** The published posts whose text its content replaces, with their networks. */
const editsIn = ({ content }: Evidence): string[] =>
  content.flatMap(({ platform, payload }) => {
    const post = editedBy(payload);
    return post ? `${post.url ?? post.providerId} (${platform})` : [];
  });

/** Checks that the parts are consistent: a forger with their own key would need to get all of that right, too. */
function relationFaults(document: Evidence): EvidenceFault[] {
  try {
    return [
      ...contentFaults(document),
      ...approvalFaults(document),
      ...standingFaults(document),
      ...document.publications.flatMap((publication, index) =>
        publicationFaults(publication, isEditIn(document, publication), `/publications/${index}`),
      ),
      ...chainFaults(document),
    ];
  } catch {
    return [{ at: '', message: 'A part of the document is not of the form that this version of it has.' }];
  }
}

function isEvidence(document: unknown): document is Evidence {
  if (typeof document !== 'object' || document === null) return false;
  const { format, content, publications, audit, job, seal } = document as Partial<Evidence>;
  const isSealed = typeof seal?.digests === 'object' && typeof seal.key?.x === 'string' && typeof seal.signature === 'string';
  const hasParts = [content, publications, audit].every((part) => Array.isArray(part)) && typeof job === 'object' && job !== null;
  return format === 'countersign-evidence/1' && isSealed && seal.digests !== null && hasParts;
}

/** Checks every part against its digest; names what was changed, added or removed. */
function digestFaults(facts: object, signed: Readonly<Record<string, unknown>>): EvidenceFault[] {
  const found = digestsOf(facts as Record<string, unknown>);
  return [...new Set([...Object.keys(found), ...Object.keys(signed)])].flatMap((at) => {
    if (found[at] === signed[at]) return [];
    if (!(at in found)) return [{ at, message: 'This part was taken away.' }];
    return [{ at, message: at in signed ? 'This part is not as it was signed.' : 'This part was added after the signing.' }];
  });
}

const SEAL_MEMBERS = ['digests', 'algorithm', 'key', 'signature'];

/** The signature covers the digests, and these everything outside the seal: additional members inside it are unsigned. */
function unknownMembers(holder: object, known: readonly string[], at: string): EvidenceFault[] {
  return Object.keys(holder).flatMap((name) =>
    known.includes(name) ? [] : [{ at: `${at}/${escapePointer(name)}`, message: 'This part was added after the signing.' }],
  );
}

function sealFaults(seal: Evidence['seal'], trustedKeys: readonly { x: string }[] | null): EvidenceFault[] {
  const { digests, key, signature, algorithm } = seal;
  const faults: EvidenceFault[] = [...unknownMembers(seal, SEAL_MEMBERS, '/seal'), ...unknownMembers(key, KEY_MEMBERS, '/seal/key')];
  const isOurForm = algorithm === 'Ed25519' && key.kty === 'OKP' && key.crv === 'Ed25519' && key.kid === keyIdOf(key.x);
  if (!isOurForm) faults.push({ at: '/seal/key', message: 'The key is not described as the service describes its own.' });
  if (!isSignedBy(key.x, canonicalize(digests) ?? '', signature))
    faults.push({ at: '/seal/signature', message: 'The signature is not that of this key over these digests.' });
  if (trustedKeys && !trustedKeys.some(({ x }) => x === key.x))
    faults.push({ at: '/seal/key', message: 'The document is signed with a key that is not one of the service’s.' });
  return faults;
}

function contentFaults({ content, job }: Evidence): EvidenceFault[] {
  const wrong = content.flatMap(({ payload, payload_hash }, index) =>
    hashJson(payload) === payload_hash ? [] : [{ at: `/content/${index}/payload`, message: 'The payload is not the one that was hashed.' }],
  );
  const targets = content.map(({ platform, connection_id, payload }) => ({ platform, connectionId: connection_id, body: payload }));
  const isWhole = contentHash(targets) === job.content_hash;
  return isWhole ? wrong : [...wrong, { at: '/job/content_hash', message: 'The content hash is not that of the payloads.' }];
}

/** A decision names the hash that was seen; it must be the published one. */
function approvalFaults({ approval, job }: Evidence): EvidenceFault[] {
  if (!approval) return job.mode === 'auto' ? [] : [{ at: '/approval', message: 'The job needs an approval, and there is none.' }];
  const others = approval.decisions.flatMap(({ content_hash }, index) =>
    content_hash === job.content_hash ? [] : [{ at: `/approval/decisions/${index}`, message: 'The decision is about other content.' }],
  );
  return approval.content_hash === job.content_hash
    ? others
    : [{ at: '/approval', message: 'The approval is about other content.' }, ...others];
}

/** Whether it changed the text of a published post, according to the signed content. */
const isEditIn = ({ content }: Evidence, { payload_id: id }: EvidencePublication): boolean =>
  content.some(({ payload_id, payload }) => payload_id === id && editedBy(payload) !== null);

const ENDS: Record<string, string> = { published: 'settled', failed: 'released', cancelled: 'released' };

function publicationFaults(publication: EvidencePublication, isEdit: boolean, at: string): EvidenceFault[] {
  const { platform, state, attempts, credit, credits } = publication;
  const faults: EvidenceFault[] = [];
  const isCounted = attempts.every(({ number }, index) => number === index + 1);
  if (!isCounted) faults.push({ at: `${at}/attempts`, message: 'The attempts are not counted from 1 without a gap.' });
  if (!credit) {
    // Without its price, in older documents: sandbox posts may be free, and edits are.
    const isFree = credits === undefined ? platform === SANDBOX || isEdit : credits === 0;
    if (state === 'published' && !isFree) faults.push({ at: `${at}/credit`, message: 'It is published, and no credit was spent for it.' });
    return faults;
  }
  if ((ENDS[state] ?? 'held') !== credit.hold.state)
    faults.push({ at: `${at}/credit/hold`, message: `It is ${state}, and its credit is ${credit.hold.state}.` });
  const held = credit.entries.reduce((sum, { held_delta }) => sum + held_delta, 0);
  if (held !== (credit.hold.state === 'held' ? (credit.hold.credits ?? 1) : 0))
    faults.push({ at: `${at}/credit/entries`, message: 'The entries do not sum to what the hold says.' });
  return faults;
}

/** Adjacent entries of the chain must refer to each other. */
function chainFaults({ audit }: Evidence): EvidenceFault[] {
  const links = audit.flatMap(({ chain }, index) => (chain ? [{ ...chain, index }] : [])).sort((a, b) => a.seq - b.seq);
  return links.flatMap((link, place) => {
    const before = links[place - 1];
    const isBroken = before?.seq === link.seq - 1 && before.hash !== link.prev_hash;
    return isBroken ? [{ at: `/audit/${link.index}/chain`, message: `Link ${link.seq} does not follow link ${before.seq}.` }] : [];
  });
}

/**
 * Verifies each person's signature on its own, against the statement, the document's content hash and the named
 * passkey. Does not rely on the service's seal. `known`: passkeys that the reader got from their owners; without
 * them, only the document says whose they are.
 */
async function verifySignatures(document: Evidence, known: readonly KnownPasskey[] | null): Promise<SignaturesChecked> {
  const decisions = (document.approval?.decisions ?? []).map((decision, index) => ({ decision, at: `/approval/decisions/${index}` }));
  const faults: EvidenceFault[] = [];
  const signatures: SignatureReport[] = [];
  for (const { decision, at } of decisions) {
    const own = signedOf(decision, at);
    if (!own) {
      if (decision.signed_by === 'passkey') faults.push({ at, message: 'It says that a passkey signed it, and there is no signature.' });
      continue;
    }
    const fault = (await faultOf(document, own)) ?? unknownPasskeyFault(own, known);
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

function unknownPasskeyFault({ userId, signature: { public_key: key } }: Signed, known: readonly KnownPasskey[] | null) {
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
  return [{ at: '/approval/decisions', message: 'It was published although not everyone who had to sign it did.' }];
}

function reportOf({ decision, standing, userId, signature }: Signed, verdict: SignatureReport['verdict']): SignatureReport {
  const { decision_id, by } = decision;
  const beforehand = standing && { standing_approval_id: standing.standing_approval_id };
  return { decision_id, by, user_id: userId ?? '', ...beforehand, fingerprint: fingerprintOf(signature.public_key), verdict };
}
