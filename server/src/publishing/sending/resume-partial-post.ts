import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Connection } from '../../connections/connection.entity.ts';
import type { Services } from '../../context.ts';
import { countChanged, query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { Intent, JsonObject, LookupResult, Platform } from '../../platforms/platform.ts';
import type { Publication } from '../publication.entity.ts';
import { LONGEST_CALL_MS, sendPost } from './call-platform.ts';
import { LeaseLostError } from './lease.ts';

/**
 * A thread is partly published: sending the same intent again completes it, on platforms where that cannot publish a
 * post twice (mayResume). The caller has evaluated the gates of what follows a post; content, credits and time were decided with the
 * first attempt.
 */
export async function resumePartialPost(
  services: Services,
  { publication, payload, connection }: { publication: Publication; payload: Payload; connection: Connection },
  message: string,
): Promise<LookupResult> {
  const platform = services.platforms.get(publication.platform);
  if (!platform) return { kind: 'unsure', message };
  // A second worker does harm where ids that the platform returns on the way are stored, or two requests at once are two posts.
  const isOurs = isRepeatableForever(platform) || (await takeOver(services, publication));
  const { intent } = publication;
  if (!isOurs || !intent) return { kind: 'unsure', message };
  const keep = (learned?: JsonObject) => storeLearned(services, publication, learned);
  try {
    const outcome = await sendPost(
      services,
      { platform, accountId: publication.accountId, connectionId: connection.id, body: payload.body, intent },
      { onSending: keep, onUploaded: keep, signal: AbortSignal.timeout(LONGEST_CALL_MS) },
    );
    services.log.info({ publicationId: publication.id, outcome: outcome.kind }, 'the rest of a half-sent post was sent');
    if (outcome.kind !== 'published')
      return { kind: 'unsure', message: `${message} ${'message' in outcome ? outcome.message : ''}`.trim() };
    return { ...outcome, kind: 'found' };
  } catch (error) {
    services.log.warn({ err: error, publicationId: publication.id }, 'the rest of a half-sent post could not be sent');
    return { kind: 'unsure', message };
  }
}

/** Whether the rest of a thread can be sent; otherwise it stays unknown until a person settles it. */
export function mayResume(services: Services, { intent, platform: platformId }: Publication): boolean {
  const platform = services.platforms.get(platformId);
  // The text of a thread may have changed since the backup, so the remaining parts may belong to another
  // version.
  if (!platform || !intent || intent.isMadeAnew) return false;
  if (platform.duplicateClass !== 'idempotent') return platform.continuesThreads === true && !intent.isIncomplete;
  const { repeatableForSeconds = Number.POSITIVE_INFINITY } = platform;
  return services.clock.now().getTime() - Date.parse(intent.createdAt) < repeatableForSeconds * 1_000;
}

/** The platform takes the ids that this service allocates, rather than remembering a key of a request. */
const isRepeatableForever = ({ duplicateClass, repeatableForSeconds }: Platform): boolean =>
  duplicateClass === 'idempotent' && repeatableForSeconds === undefined;

/** Raises the fencing number, stores the time, and reads the intent again; false if another worker has done so meanwhile. */
async function takeOver({ orm, clock }: Services, publication: Publication): Promise<boolean> {
  const [taken] = await query(
    orm.em.fork(),
    tables
      .updateTable('publications')
      .set(({ eb }) => ({ lease: eb('lease', '+', 1), intent: resumedNow(clock) }))
      .where('id', '=', publication.id)
      .where('lease', '=', publication.lease)
      .where('state', '=', literal('unknown'))
      .returning(['lease', 'intent']),
  );
  if (taken) Object.assign(publication, taken);
  return taken !== undefined;
}

const resumedNow = (clock: Clock) => sql<Intent>`jsonb_set(intent, '{resumedAt}', to_jsonb(${clock.now().toISOString()}::text))`;

/** Called before each part is sent: of a thread that was taken over, it also stores the time. */
async function storeLearned({ orm, clock }: Services, { id, lease, intent }: Publication, learned?: JsonObject): Promise<void> {
  if (!learned && !intent?.resumedAt) return;
  const base = intent?.resumedAt ? resumedNow(clock) : sql`intent`;
  const affectedRows = await countChanged(
    orm.em.fork(),
    tables
      .updateTable('publications')
      .set({ intent: sql`jsonb_set(${base}, '{keys}', (intent -> 'keys') || ${JSON.stringify(learned ?? {})}::jsonb)` })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .where('state', '=', literal('unknown')),
  );
  if (affectedRows !== 1) throw new LeaseLostError('Another worker continues the thread.');
}
