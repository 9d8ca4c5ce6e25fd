import { createHmac } from 'node:crypto';
import type { Sealer } from '../sealing/sealer.ts';
import { readSecret } from './webhook-secret.ts';

export interface WebhookMessage {
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
