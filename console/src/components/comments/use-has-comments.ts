import { queryOptions, useQuery } from '@tanstack/react-query';
import { CommentsDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';

/** The comments of a draft, and the names that can be mentioned. */
export const commentsQuery = (draftId: string, workspaceId: string) =>
  queryOptions({
    queryKey: ['comments', draftId],
    queryFn: ({ signal }) => runDocument(CommentsDocument, { draftId, workspaceId }, signal),
    refetchInterval: 30_000,
  });

/** Whether a draft has comments, as far as loaded. */
export function useHasComments(draftId: string): boolean {
  const { data } = useQuery(commentsQuery(draftId, useWorkspace().id));
  return (data?.draft?.comments.length ?? 0) > 0;
}
