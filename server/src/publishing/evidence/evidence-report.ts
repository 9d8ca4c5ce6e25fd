export interface EvidenceFault {
  /** RFC 6901 pointer of the fault. */
  at: string;
  /** One sentence. */
  message: string;
}

/**
 * `genuine`: the seal and the signatures verify with keys that the verifier trusts. `unproven`: everything is
 * consistent, but no trusted source says whose key or passkey it is, so a forgery would pass too. `tampered`:
 * something does not verify.
 */
export type EvidenceVerdict = 'genuine' | 'unproven' | 'tampered';

export interface EvidenceReport {
  verdict: EvidenceVerdict;
  faults: EvidenceFault[];
  /** The document's signing key; only the service's own address tells whose it is. */
  keyId: string;
  /** The people's own signatures. */
  signatures: SignatureReport[];
  /** The verified facts, in sentences. */
  shown: string[];
  /** What a document alone cannot prove. */
  notShown: string[];
}

/** What the verifier knows from another source; null where it knows nothing. */
export interface Trust {
  keys: readonly { x: string }[] | null;
  passkeys: readonly KnownPasskey[] | null;
}

/** A passkey whose owner the verifier knows from the person, not from the document. */
export interface KnownPasskey {
  user_id: string;
  /** SHA-256 over the public key, in hex, as the console shows it to its owner. */
  fingerprint: string;
}

/** The result of verifying one decision's signature. */
export interface SignatureReport {
  decision_id: string;
  /** Their name in the service; not covered by a signature. */
  by: string;
  user_id: string;
  /** The signed standing approval, where the signature is not over this content. */
  standing_approval_id?: string;
  fingerprint: string;
  /**
   * `signed`: by a passkey known beforehand. `unproven`: the signature is valid, but the owner of the passkey is not
   * known from another source.
   */
  verdict: 'signed' | 'unproven' | 'broken';
}

export interface SignaturesChecked {
  faults: EvidenceFault[];
  signatures: SignatureReport[];
  /** Approvals that no passkey signed. */
  unsigned: number;
  /**
   * Whether every approval in it rests on passkeys that the verifier knows, of as many people as were required;
   * without known passkeys, whether nothing had to be signed.
   */
  isProved: boolean;
}

interface ReportedFacts {
  /** The start of the service's audit log. */
  auditKeptFrom?: string | undefined;
  /** The published posts whose text the content replaces. */
  edited?: readonly string[];
}

/** The result of a verification, in words. */
export function report(
  keyId: string,
  checked: SignaturesChecked,
  trust: Trust,
  { auditKeptFrom, edited = [] }: ReportedFacts = {},
): EvidenceReport {
  const { faults, signatures, unsigned, isProved } = checked;
  const fits = faults.length === 0;
  return {
    verdict: !fits ? 'tampered' : trust.keys && isProved ? 'genuine' : 'unproven',
    faults,
    keyId,
    signatures,
    shown: fits ? [...SHOWN, ...edited.map(editOf), ...signatures.map(shownOf), ...(unsigned > 0 ? [withoutPasskey(unsigned)] : [])] : [],
    notShown: [
      'That nothing was left out of the audit log, and that its entries are the ones in the database: their MACs are made with a key that only the service has. "cs audit verify" there shows it.',
      'That the post is still as it was sent: only the platform can say.',
      ...(auditKeptFrom ? [`What the audit log said before ${auditKeptFrom}: the service keeps it from then on.`] : []),
      ...(trust.keys ? [] : [NO_KEYS]),
      ...(signatures.length > 0 && !trust.passkeys ? [NO_PASSKEYS] : []),
      ...(trust.passkeys && !isProved ? [NOT_ALL_SIGNED] : []),
      ...(signatures.length > 0 ? [WHAT_WAS_SEEN, HOW_MANY] : []),
      ...(signatures.some((own) => own.standing_approval_id) ? [WORD_OF_STANDING] : []),
    ],
  };
}

const SHOWN = [
  'Every part is as it was signed.',
  'The content hash is that of the payloads, and the approval and every decision name it.',
  'The credits of each publication were set aside once, and ended as the publication did.',
  'The audit entries follow each other without a break where their places do.',
];
const editOf = (post: string): string =>
  `The content is an edit: it replaces the text of ${JSON.stringify(post)}, which was published before.`;
const NO_KEYS =
  'Who signed it: the document names its own key, and a forger would name theirs. Fetch /.well-known/countersign-evidence-keys.json from the service and pass it as --keys.';
const NO_PASSKEYS =
  'Whose passkeys signed: the document names its own, and a forger would name theirs. Ask the people for the fingerprints that the console shows them under Security, and pass them as --passkeys.';
const NOT_ALL_SIGNED =
  'That people approved it: not every approval in it is signed with a passkey, or fewer people signed than were required. The rest is the service’s own statement.';
const WHAT_WAS_SEEN = 'What the screen showed when the passkey was used: a passkey signs a hash, and displays no text of its own.';
const HOW_MANY = 'How many people had to sign: no passkey signs that number, so check who did.';
const WORD_OF_STANDING =
  'That the standing approval published no more than was signed, that it had not been revoked before, that only its agent wrote this, and that a person saw the cover or subtitles of a video that its template does not name: these are the service’s own statements.';

function shownOf({ user_id: userId, by, fingerprint, standing_approval_id: standingId }: SignatureReport): string {
  // As JSON, so a name cannot end its quotation.
  const name = JSON.stringify(by);
  if (standingId)
    return `The standing approval ${standingId} of ${userId}, called ${name} by the service, is signed with the passkey ${fingerprint}, whose owner was verified by their device, over its limits and a template that exactly this content follows. No person looked at this content.`;
  return `The approval of ${userId}, called ${name} by the service, is signed with the passkey ${fingerprint}, whose owner was verified by their device, over exactly this content.`;
}

const withoutPasskey = (count: number): string =>
  `${count === 1 ? 'One approval was' : `${count} approvals were`} given without a passkey, by a signed-in session, a client’s link or a standing approval; only the service itself states those.`;
