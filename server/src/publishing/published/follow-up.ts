import { followUpOutcomes } from '../../metrics.ts';
import { currentTrace, inSpan } from '../../tracing.ts';
import type { Publication } from '../publication.entity.ts';

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
