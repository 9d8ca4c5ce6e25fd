import type { Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PublicationState } from '../publication-states.ts';
import { callPlatform } from './call-platform.ts';
import { refuseChangedContent } from './refuse-changed-content.ts';
import type { Deliveries } from './together/deliveries.ts';
import { ContentChangedError } from './verify-content-hash.ts';

/**
 * One try at one publication: transaction 1 (check, hold, intent, lease), the call, transaction 2
 * (outcome). Delivered twice, too early or too late it does no harm. Answers the state after it;
 * null when there was nothing to do, or another worker has the say.
 */
export async function publishPublication(
  services: Services,
  { id: publicationId, draftId }: { id: string; draftId: string },
  { signal, deliveries, answered }: { signal: AbortSignal; deliveries: Deliveries; answered(): void },
): Promise<PublicationState | null> {
  try {
    const claim = await deliveries.claim({ id: publicationId, draftId });
    if (!claim) return null;
    const outcome = await callPlatform(services, claim, { signal, ...deliveries });
    answered();
    if (!outcome) return null;
    return await deliveries.record({ made: claim, outcome });
  } catch (error) {
    if (!(error instanceof ContentChangedError)) throw error;
    services.log.error({ err: error, publicationId }, 'stored content was changed; nothing is sent');
    return inTransaction(systemContext(services), (tx) => refuseChangedContent(tx, publicationId));
  }
}
