import type { Connection } from '../../connections/connection.entity.ts';
import { freshCredentials } from '../../connections/fresh-credentials.ts';
import type { Services } from '../../context.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { Finding } from '../../platforms/platform.ts';
import type { Publication } from '../publication.entity.ts';
import { CALL_MS } from './call-platform.ts';
import { imagesOfAccount } from './images-of-account.ts';

/**
 * Half a thread stands: the same intent once more completes it, where the same intent is the same
 * post however often it arrives. That is the end of what the gates have let through already, not a
 * new try, so no gate is asked again and no second worker can do harm. Everywhere else it stays
 * unknown for a person.
 */
export async function resumePartialPost(
  services: Services,
  { publication, payload, connection }: { publication: Publication; payload: Payload; connection: Connection },
  message: string,
): Promise<Finding> {
  const platform = services.platforms.get(publication.platform);
  const { intent } = publication;
  if (platform?.duplicateClass !== 'idempotent' || !intent || isTooLate(services, publication, platform.repeatableForSeconds)) {
    return { kind: 'unsure', message };
  }
  try {
    const credentials = await freshCredentials(services, connection.id, AbortSignal.timeout(CALL_MS));
    const outcome = await platform.publish(payload.body, credentials, intent, {
      onSending: async () => {},
      ...imagesOfAccount(services, publication.accountId),
      signal: AbortSignal.timeout(CALL_MS),
    });
    services.log.info({ publicationId: publication.id, outcome: outcome.kind }, 'the rest of a half-sent post was sent');
    if (outcome.kind !== 'published')
      return { kind: 'unsure', message: `${message} ${'message' in outcome ? outcome.message : ''}`.trim() };
    return { kind: 'found', providerId: outcome.providerId, url: outcome.url };
  } catch (error) {
    services.log.warn({ err: error, publicationId: publication.id }, 'the rest of a half-sent post could not be sent');
    return { kind: 'unsure', message };
  }
}

function isTooLate(services: Services, { intent }: Publication, repeatableForSeconds = Number.POSITIVE_INFINITY): boolean {
  return services.clock.now().getTime() - Date.parse(intent?.createdAt ?? '') >= repeatableForSeconds * 1_000;
}
