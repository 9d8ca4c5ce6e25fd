import { createHash } from 'node:crypto';

/** A passkey's public key in a line that two people can compare: SHA-256 over the COSE key, in hex. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
}

/** The name of a key's algorithm in the COSE registry, for instance `ES256`; its number if unknown here. */
export async function algorithmOf(publicKey: string): Promise<string> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const number = decodeCredentialPublicKey(new Uint8Array(Buffer.from(publicKey, 'base64url'))).get(cose.COSEKEYS.alg);
  return Object.entries(cose.COSEALG).find(([, alg]) => alg === number)?.[0] ?? String(number);
}
