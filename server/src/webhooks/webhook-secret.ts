import { DomainError } from '../errors.ts';
import type { Sealer } from '../sealing/sealer.ts';

/** The encryption context of a secret. */
export const secretPlace = (id: string): string => `webhook_endpoints/${id}/sealed_secret`;
export const oldSecretPlace = (id: string): string => `webhook_endpoints/${id}/sealed_old_secret`;

const [FEWEST_BYTES, MOST_BYTES] = [24, 64];

/** The bytes of a secret as Standard Webhooks writes it: `whsec_` and base64 of 24 to 64 bytes. */
export function readSecret(secret: string): Buffer {
  const [, text = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES) return bytes;
  const message = `must be "whsec_" followed by the base64 of ${FEWEST_BYTES} to ${MOST_BYTES} random bytes.`;
  throw new DomainError('validation_failed', { message: `The secret ${message}`, fields: [{ pointer: '/secret', message }] });
}

export function sealSecret(sealer: Sealer, endpointId: string, secret: string): string {
  readSecret(secret);
  return sealer.seal(secret, secretPlace(endpointId));
}
