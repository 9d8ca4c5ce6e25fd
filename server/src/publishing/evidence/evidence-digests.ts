import type { SignatureParts } from '../../approvals/signatures/verify-signature.ts';
import { escapePointer } from '../../errors.ts';
import { hashJson } from '../../payloads/content-hash.ts';
import type { Json } from '../../platforms/platform.ts';
import type { EvidenceSignature } from './evidence-document.ts';

/**
 * The digest of every part of a document, by RFC 6901 pointer: each member of the root and, at any depth, each
 * element of a list, so a change is located to the element. A list's own digest includes its length.
 */
export function digestsOf(document: Readonly<Record<string, unknown>>): Record<string, string> {
  const digests: Record<string, string> = {};
  const addLists = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) add(item, `${pointer}/${index}`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) addLists(member, `${pointer}/${escapePointer(name)}`);
    }
  };
  const add = (value: unknown, pointer: string): void => {
    digests[pointer] = hashJson(value as Json);
    addLists(value, pointer);
  };
  for (const [name, member] of Object.entries(document)) add(member, `/${escapePointer(name)}`);
  return digests;
}

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
