import { queryOptions } from '@tanstack/react-query';
import {
  NewsAgentsDocument,
  NewsDocument,
  NewsOfBatchDocument,
  type NoticeBatchViewFragment,
  type NoticeTopic,
  type NoticeViewFragment,
} from '../../gql/graphql.ts';
import { agentsOf } from '../../lib/agents-of.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { pagedQuery } from '../../lib/paged.ts';

export type NoticeView = NoticeViewFragment;
export type NoticeBatch = NoticeBatchViewFragment;

export interface NewsFilter {
  topic: NoticeTopic | null;
  agentId: string | null;
}

/** The person's notices by batch, newest first. */
export function newsQuery(workspaceId: string, filter: NewsFilter) {
  return pagedQuery<NoticeBatch>({
    queryKey: ['news', workspaceId, filter],
    read: async (after, signal) => (await runDocument(NewsDocument, { workspaceId, ...filter, after }, signal)).workspace?.noticeBatches,
    ...live('NOTICE'),
  });
}

/** The notices of one batch, newest first. */
export function newsOfBatchQuery(workspaceId: string, batchId: string) {
  return pagedQuery<NoticeView>({
    queryKey: ['news', workspaceId, 'batch', batchId],
    read: async (after, signal) => (await runDocument(NewsOfBatchDocument, { workspaceId, batchId, after }, signal)).workspace?.notices,
    ...live('NOTICE'),
  });
}

/** The agents to narrow to. */
export function newsAgentsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['news-agents', workspaceId],
    queryFn: async ({ signal }) => agentsOf((await runDocument(NewsAgentsDocument, { workspaceId }, signal)).workspace?.grants ?? []),
    staleTime: 60_000,
  });
}
