import type { Services } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import type { PublicationState } from './publication-states.ts';
import { callPlatform } from './sending/call-platform.ts';
import { claimPublication } from './sending/claim-publication.ts';
import { persistently } from './sending/persistently.ts';
import { ContentChangedError } from './sending/prove-content.ts';
import { recordOutcome } from './sending/record-outcome.ts';
import { refuseChangedContent } from './sending/refuse-changed-content.ts';
import { systemContext } from './system-context.ts';

/**
 * One try at one publication: transaction 1 (check, hold, intent, lease), the call, transaction 2
 * (outcome). Delivered twice, too early or too late it does no harm. Answers the state after it;
 * null when there was nothing to do, or another worker has the say.
 */
export async function publishPublication(
  services: Services,
  publicationId: string,
  options: { signal: AbortSignal },
): Promise<PublicationState | null> {
  const ctx = systemContext(services);
  try {
    const claim = await inTransaction(ctx, (tx) => claimPublication(tx, publicationId));
    if (!claim) return null;
    const outcome = await callPlatform(services, claim, options.signal);
    if (!outcome) return null;
    return await persistently(services, () => inTransaction(ctx, (tx) => recordOutcome(tx, claim, outcome)));
  } catch (error) {
    if (!(error instanceof ContentChangedError)) throw error;
    services.log.error({ err: error, publicationId }, 'stored content was changed; nothing is sent');
    return inTransaction(ctx, (tx) => refuseChangedContent(tx, publicationId));
  }
}
