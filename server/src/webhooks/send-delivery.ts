import type { Services } from '../context.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { type Answer, readRetryAfter } from '../outbound/fetch-bounded.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { oldSecretPlace, secretPlace, signWebhook } from './sign-webhook.ts';

const TIMEOUT_MS = 15_000;
/** The rest of a response is ignored; it begins with the challenge. */
const MOST_BYTES = 16_384;

export interface SendResult {
  /** `gone`: it permanently refuses further messages. */
  kind: 'delivered' | 'gone' | 'failed';
  status: number | null;
  fault: string | null;
  retryAfterSeconds: number | null;
}

/** One attempt: only a 2xx response counts, a redirect does not, and a challenge must be returned. */
export async function sendDelivery(services: Services, delivery: ClaimedDelivery, signal: AbortSignal): Promise<SendResult> {
  const { outbound, clock } = services;
  try {
    const signed = { id: delivery.messageId, timestamp: clock.now(), body: delivery.body };
    const answer = await outbound.fetch(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signWebhook(services.sealer, signed, secretsOf(services, delivery)) },
      body: delivery.body,
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
      mayCut: true,
      signal,
    });
    return judge(delivery, answer, clock.now());
  } catch (error) {
    if (error instanceof OutboundFault) return { kind: 'failed', status: null, fault: error.message, retryAfterSeconds: null };
    throw error;
  }
}

/** The message for a response without a better reason than its status. */
export const answeredWith = (status: number): Sentence => say`It answered ${String(status)}.`;

function judge({ kind, body }: ClaimedDelivery, { status, bytes, headers }: Answer, now: Date): SendResult {
  const result = { status, fault: null, retryAfterSeconds: readRetryAfter(headers.get('retry-after'), now) };
  if (status === 410) return { ...result, kind: 'gone', fault: String(say`It answered 410: it wants nothing more.`) };
  if (status < 200 || status > 299) return { ...result, kind: 'failed', fault: String(answeredWith(status)) };
  const { challenge } = JSON.parse(body) as { challenge?: string };
  if (kind !== 'challenge' || (challenge && bytes.includes(challenge))) return { ...result, kind: 'delivered' };
  return { ...result, kind: 'failed', fault: String(say`It did not send the challenge back.`) };
}

function secretsOf({ sealer }: Services, { endpointId, sealedSecret, sealedOldSecret }: ClaimedDelivery): string[] {
  const current = sealer.open(sealedSecret, secretPlace(endpointId));
  return sealedOldSecret === null ? [current] : [current, sealer.open(sealedOldSecret, oldSecretPlace(endpointId))];
}
