export interface EvidenceFault {
  /** RFC 6901 pointer of what does not fit. */
  at: string;
  /** One sentence. */
  message: string;
}

/**
 * `genuine`: as the service signed it, and people did where it says so. `unproven`: everything fits, and whose key or
 * passkey it is nobody has said: a forger's own would fit as well. `tampered`: something does not fit.
 */
export type EvidenceVerdict = 'genuine' | 'unproven' | 'tampered';

export interface EvidenceReport {
  verdict: EvidenceVerdict;
  faults: EvidenceFault[];
  /** The key that the document is signed with; who that is, only the service's own address says. */
  keyId: string;
  /** What people have signed themselves. */
  signatures: SignatureReport[];
  /** What was found to hold, in sentences. */
  shown: string[];
  /** What a document alone cannot show. */
  notShown: string[];
}

/** What whoever checks knows from elsewhere; null where they know nothing. */
export interface Trust {
  keys: readonly { x: string }[] | null;
  passkeys: readonly KnownPasskey[] | null;
}

/** A passkey that whoever checks knows to be somebody's: told by the person, not by the document. */
export interface KnownPasskey {
  user_id: string;
  /** SHA-256 over the public key, in hex, as the console shows it to its owner. */
  fingerprint: string;
}

/** What the check of one decision's signature came to. */
export interface SignatureReport {
  decision_id: string;
  by: string;
  user_id: string;
  fingerprint: string;
  /** `signed`: by a passkey that was known before. `unproven`: the signature holds, and whose passkey it is nobody has said. */
  verdict: 'signed' | 'unproven' | 'broken';
}

export interface SignaturesChecked {
  faults: EvidenceFault[];
  signatures: SignatureReport[];
  /** Approvals that no passkey signed. */
  unsigned: number;
}

/** What a check came to, in words. */
export function report(keyId: string, { faults, signatures, unsigned }: SignaturesChecked, trust: Trust): EvidenceReport {
  const fits = faults.length === 0;
  return {
    verdict: fits ? verdictOf(signatures, trust) : 'tampered',
    faults,
    keyId,
    signatures,
    shown: fits ? [...SHOWN, ...signatures.map(shownOf), ...(unsigned > 0 ? [bySession(unsigned)] : [])] : [],
    notShown: [
      'That nothing was left out of the audit log, and that its entries are the ones in the database: their MACs are made with a key that only the service has. "cs audit verify" there shows it.',
      'That the post is still as it was sent: only the platform can say.',
      ...(trust.keys ? [] : [NO_KEYS]),
      ...(signatures.length > 0 && !trust.passkeys ? [NO_PASSKEYS] : []),
      ...(signatures.length > 0 ? [WHAT_WAS_SEEN] : []),
    ],
  };
}

const SHOWN = [
  'Every part is as it was signed.',
  'The content hash is that of the payloads, and the approval and every decision name it.',
  'Each publication has had one credit, which ended as the publication did.',
  'The audit entries follow each other without a break where their places do.',
];
const NO_KEYS =
  'Who signed it: the document names its key itself, and a forger would name theirs. Fetch /.well-known/countersign-evidence-keys.json from the service and give it as --keys.';
const NO_PASSKEYS =
  'Whose passkeys signed: the document names them itself, and a forger would name theirs. Have the people tell you the fingerprints that the console shows them under Security, and give them as --passkeys.';
const WHAT_WAS_SEEN = 'What the screen showed when the passkey was used: a passkey signs a hash, and shows its owner no words of its own.';

function shownOf({ by, fingerprint }: SignatureReport): string {
  return `The approval in the name of ${by} is signed with the passkey ${fingerprint}, whose owner was verified by their device, over exactly this content.`;
}

const bySession = (count: number): string =>
  `${count === 1 ? 'One approval was' : `${count} approvals were`} given by a signed-in session, without a passkey: for that there is the service’s word.`;

/** Whatever the document claims has to rest on something that the reader knows from elsewhere. */
function verdictOf(signatures: readonly SignatureReport[], { keys, passkeys }: Trust): EvidenceVerdict {
  const isSignedByKnown = signatures.every(({ verdict }) => verdict === 'signed');
  const isAsked = passkeys === null || signatures.length > 0;
  return keys && isSignedByKnown && isAsked ? 'genuine' : 'unproven';
}
