import type { EntityManager } from '@mikro-orm/postgresql';
import { Connection } from '../connections/connection.entity.ts';
import { freshCredentials } from '../connections/renew-credentials.ts';
import type { Services } from '../context.ts';
import { say } from '../languages/sentence.ts';
import { type StoredMessage, toStoredMessage } from '../languages/stored-message.ts';
import { followUpOutcomes } from '../metrics.ts';
import { Payload } from '../payloads/payload.entity.ts';
import { commentOf } from '../platforms/platform/first-comment.ts';
import type { CommentUnderPost } from '../platforms/platform/read-back.ts';
import type { Platform } from '../platforms/platform.ts';
import { currentTrace, inSpan } from '../tracing.ts';
import { FirstComment } from './first-comment.entity.ts';
import { publicationsOfPost } from './jobs/post-queries.ts';
import { Publication } from './publication.entity.ts';
import { CALL_MS, outcomeWithoutCredentials } from './sending/call-platform.ts';

/** What a platform can do with a post that is published there. */
type PostMethod = 'readBack' | 'readMetrics' | 'retract';
type AnswerOf<Method extends PostMethod> = Awaited<ReturnType<NonNullable<Platform[Method]>>>;

/** The platform's response; or why it was not called, or did not respond. */
type PostCall<Answer> =
  | { kind: 'answered'; answer: Answer }
  /** The platform has no such method, or the post has no id there. */
  | { kind: 'unsupported' }
  | ({ kind: 'disconnected' } & StoredMessage)
  /** The account must be connected again: its credentials, as they were read, are of no use. */
  | ({ kind: 'broken'; health: 'failing' | 'revoked'; connection: Pick<Connection, 'id' | 'sealedCredentials'> } & StoredMessage)
  /** The call failed and was logged; it may be repeated. */
  | ({ kind: 'failed'; retryAfterSeconds: number | null } & StoredMessage);

/** Calls one method of the platform about a published post, as its account. No transaction may be open. */
export async function callAboutPost<Method extends PostMethod>(
  services: Services,
  { id: publicationId, platform: platformId, connectionId, payloadId, intent, providerId, providerUrl: url = null }: Publication,
  method: Method,
): Promise<PostCall<AnswerOf<Method>>> {
  const platform = services.platforms.get(platformId);
  if (!platform?.[method] || !intent || !providerId) return { kind: 'unsupported' };
  const em = services.orm.em.fork();
  const connection = await em.findOne(Connection, connectionId ?? '');
  if (!connection || connection.disconnectedAt) {
    return { kind: 'disconnected', ...toStoredMessage(say`The account is no longer connected.`) };
  }
  const { body } = await em.findOneOrFail(Payload, payloadId);
  const signal = AbortSignal.timeout(CALL_MS);
  try {
    const credentials = await freshCredentials(services, connection.id, signal);
    const comment = method === 'retract' ? await commentUnder(em, publicationId) : null;
    const answer = await platform[method](body, credentials, intent, { providerId, url, ...(comment && { comment }) }, signal);
    return { kind: 'answered', answer: answer as AnswerOf<Method> };
  } catch (error) {
    services.log.warn({ err: error, publicationId, method }, 'a network could not be called about a published post');
    const without = outcomeWithoutCredentials(error);
    const { message, sentence = null } = without ?? { message: error instanceof Error ? error.message : String(error) };
    if (without?.kind === 'unauthorized') return { kind: 'broken', health: 'revoked', connection, message, sentence };
    if (without?.kind === 'unreadable') return { kind: 'broken', health: 'failing', connection, message, sentence };
    return { kind: 'failed', message, sentence, retryAfterSeconds: without?.kind === 'unavailable' ? without.retryAfterSeconds : null };
  }
}

/** The first comment under a post that is published or may be, whichever publication of the post it went out with. */
async function commentUnder(em: EntityManager, publicationId: string): Promise<CommentUnderPost | null> {
  const post = await publicationsOfPost(em, publicationId);
  const comment = await em.findOne(FirstComment, {
    publicationId: { $in: post.map(({ id }) => id) },
    state: { $in: ['published', 'sending', 'unknown'] },
  });
  if (!comment) return null;
  const { payloadId } = await em.findOneOrFail(Publication, comment.publicationId);
  const body = commentOf((await em.findOneOrFail(Payload, payloadId)).body) ?? {};
  const { state, intent, providerId, providerUrl: url = null } = comment;
  return { body, found: state === 'published' && intent && providerId ? { providerId, url, intent } : null };
}

interface FollowUp {
  kind: 'comment' | 'removal';
  /** The span's name before the platform's. */
  verb: 'comment on' | 'look for a comment on' | 'remove from';
  publication: Pick<Publication, 'id' | 'jobId' | 'platform'>;
}

/** One call of a network about a published post and the record of its outcome, in a span: of the request that waits for it, or its own. */
export function followUp<T>(
  { kind, verb, publication: { id, jobId, platform } }: FollowUp,
  work: (count: (outcome: string) => void) => Promise<T>,
): Promise<T> {
  const attributes = { 'countersign.job.id': jobId, 'countersign.publication.id': id, 'countersign.platform': platform };
  return inSpan(`${verb} ${platform}`, { attributes, parent: currentTrace().traceparent ?? null }, (span) =>
    work((outcome) => {
      span.set({ 'countersign.outcome': outcome });
      followUpOutcomes.inc({ kind, platform, outcome });
    }),
  );
}
