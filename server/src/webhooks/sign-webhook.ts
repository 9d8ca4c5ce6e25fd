import { createHmac } from 'node:crypto';
import { DomainError } from '../errors.ts';
import type { Sealer } from '../sealing/sealer.ts';

/** The encryption context of a secret. */
export const secretPlace = (id: string): string => `webhook_endpoints/${id}/sealed_secret`;
export const oldSecretPlace = (id: string): string => `webhook_endpoints/${id}/sealed_old_secret`;

const [FEWEST_BYTES, MOST_BYTES] = [24, 64];

/** The bytes of a secret as Standard Webhooks writes it: `whsec_` and base64 of 24 to 64 bytes. */
function readSecret(secret: string): Buffer {
  const [, text = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES) return bytes;
  const message = `must be "whsec_" followed by the base64 encoding of ${FEWEST_BYTES} to ${MOST_BYTES} random bytes.`;
  throw new DomainError('validation_failed', { message: `The secret ${message}`, fields: [{ pointer: '/secret', message }] });
}

export function sealSecret(sealer: Sealer, endpointId: string, secret: string): string {
  readSecret(secret);
  return sealer.seal(secret, secretPlace(endpointId));
}

interface WebhookMessage {
  id: string;
  timestamp: Date;
  body: string;
}

/**
 * The three headers of Standard Webhooks 1.0: `v1` with each of the secrets, and `v1a` with our own Ed25519 key, which needs no
 * secret to be checked.
 */
export function signWebhook(sealer: Sealer, { id, timestamp, body }: WebhookMessage, secrets: readonly string[]): Record<string, string> {
  const seconds = Math.floor(timestamp.getTime() / 1_000);
  const signed = `${id}.${seconds}.${body}`;
  const symmetric = secrets.map((secret) => `v1,${createHmac('sha256', readSecret(secret)).update(signed).digest('base64')}`);
  const asymmetric = `v1a,${Buffer.from(sealer.signer.sign(signed), 'base64url').toString('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': [...symmetric, asymmetric].join(' ') };
}

/** The public key of `v1a`, as Standard Webhooks writes it. */
export function webhookPublicKey(sealer: Sealer): string {
  return `whpk_${Buffer.from(sealer.signer.publicKey.x, 'base64url').toString('base64')}`;
}
