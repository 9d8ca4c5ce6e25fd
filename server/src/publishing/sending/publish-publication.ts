import type { Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PublicationState } from '../publication-states.ts';
import { callPlatform } from './call-platform.ts';
import { claimPublication } from './claim-publication.ts';
import { recordOutcome } from './record-outcome.ts';
import { refuseChangedContent } from './refuse-changed-content.ts';
import { ContentChangedError } from './verify-content-hash.ts';
import { withRetries } from './with-retries.ts';

/**
 * One try at one publication: transaction 1 (check, hold, intent, lease), the call, transaction 2
 * (outcome). Delivered twice, too early or too late it does no harm. Answers the state after it;
 * null when there was nothing to do, or another worker has the say.
 */
export async function publishPublication(
  services: Services,
  { id: publicationId, draftId }: { id: string; draftId: string },
  options: { signal: AbortSignal },
): Promise<PublicationState | null> {
  const ctx = systemContext(services);
  try {
    const claim = await inTransaction(ctx, (tx) => claimPublication(tx, { publicationId, draftId }));
    if (!claim) return null;
    const outcome = await callPlatform(services, claim, options.signal);
    if (!outcome) return null;
    return await withRetries(services, () => inTransaction(ctx, (tx) => recordOutcome(tx, claim, outcome)));
  } catch (error) {
    if (!(error instanceof ContentChangedError)) throw error;
    services.log.error({ err: error, publicationId }, 'stored content was changed; nothing is sent');
    return inTransaction(ctx, (tx) => refuseChangedContent(tx, publicationId));
  }
}
