import type { Connection } from '../../connections/connection.entity.ts';
import type { Services } from '../../context.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { LookupResult } from '../../platforms/platform.ts';
import type { Publication } from '../publication.entity.ts';
import { CALL_MS, sendPost } from './call-platform.ts';

/**
 * A thread is partly published: sending the same intent again completes it, on platforms where an intent yields one
 * post however often it arrives. It completes what the gates have already passed and is no new attempt, so gates are
 * not evaluated again and a second worker does no harm. On other platforms it stays unknown until a person settles
 * it.
 */
export async function resumePartialPost(
  services: Services,
  { publication, payload, connection }: { publication: Publication; payload: Payload; connection: Connection },
  message: string,
): Promise<LookupResult> {
  const platform = services.platforms.get(publication.platform);
  const { intent } = publication;
  if (platform?.duplicateClass !== 'idempotent' || !intent || isTooLate(services, publication, platform.repeatableForSeconds)) {
    return { kind: 'unsure', message };
  }
  try {
    const outcome = await sendPost(
      services,
      { platform, accountId: publication.accountId, connectionId: connection.id, body: payload.body, intent },
      { onSending: async () => {}, signal: AbortSignal.timeout(2 * CALL_MS) },
    );
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
