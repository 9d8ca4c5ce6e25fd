import type { SignatureParts } from '../../approvals/signatures/verify-signature.ts';
import type { EvidenceSignature } from './evidence-document.ts';

/** A document's signature in the form that verification takes. */
export function partsOf(signature: EvidenceSignature): SignatureParts {
  return {
    statement: signature.statement,
    credentialId: signature.credential_id,
    publicKey: signature.public_key,
    authenticatorData: signature.authenticator_data,
    clientDataJson: signature.client_data_json,
    signature: signature.signature,
  };
}
