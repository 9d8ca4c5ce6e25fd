import canonicalize from 'canonicalize';
import { contentHash, hashJson } from '../../payloads/content-hash.ts';
import { isSignedBy, KEY_MEMBERS, keyIdOf } from '../../sealing/sealer.ts';
import { parseSignedJson } from '../../sealing/signed-json.ts';
import { digestsOf, escaped } from './evidence-digests.ts';
import type { Evidence, EvidencePublication } from './evidence-document.ts';
import { type EvidenceFault, type EvidenceReport, report, type SignaturesChecked, type Trust } from './evidence-report.ts';
import { verifySignatures } from './verify-signatures.ts';
import { standingFaults } from './verify-standing.ts';

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
  return report(seal.key.kid, { ...signed, faults }, trust, facts.audit_kept_from);
}

async function signaturesOf(document: Evidence, { passkeys }: Trust): Promise<SignaturesChecked> {
  try {
    return await verifySignatures(document, passkeys);
  } catch {
    return nothingSigned({ at: '/approval', message: 'The signatures are not of the form that they have.' });
  }
}

const nothingSigned = (...faults: EvidenceFault[]): SignaturesChecked => ({ faults, signatures: [], unsigned: 0, isProved: false });

/** Checks that the parts are consistent: a forger with their own key would need to get all of that right, too. */
function relationFaults(document: Evidence): EvidenceFault[] {
  try {
    return [
      ...contentFaults(document),
      ...approvalFaults(document),
      ...standingFaults(document),
      ...document.publications.flatMap((publication, index) => publicationFaults(publication, `/publications/${index}`)),
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
    known.includes(name) ? [] : [{ at: `${at}/${escaped(name)}`, message: 'This part was added after the signing.' }],
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

const ENDS: Record<string, string> = { published: 'settled', failed: 'released', cancelled: 'released' };

function publicationFaults({ state, attempts, credit }: EvidencePublication, at: string): EvidenceFault[] {
  const faults: EvidenceFault[] = [];
  const isCounted = attempts.every(({ number }, index) => number === index + 1);
  if (!isCounted) faults.push({ at: `${at}/attempts`, message: 'The attempts are not counted from 1 without a gap.' });
  if (!credit) {
    if (state === 'published') faults.push({ at: `${at}/credit`, message: 'It is published, and no credit was spent for it.' });
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
