import { queryOptions } from '@tanstack/react-query';
import {
  DraftDocument,
  DraftPlatformsDocument,
  type DraftRowFragment,
  type DraftState,
  DraftsDocument,
  type DraftViewFragment,
  type PlatformNameFragment,
} from '../../gql/graphql.ts';
import { live } from '../../lib/live-state.ts';
import { pagedQuery } from '../../lib/paged.ts';
import { runDocument } from '../../lib/run-document.ts';

export type DraftView = DraftViewFragment;

/** Newest first; all states when `state` is null. */
export function draftsQuery(workspaceId: string, state: DraftState | null) {
  return pagedQuery<DraftRowFragment>({
    queryKey: ['drafts', workspaceId, state],
    read: async (after, signal) => (await runDocument(DraftsDocument, { workspaceId, state, after }, signal)).workspace?.drafts,
    ...live('DRAFT', 'APPROVAL', 'PUBLISH_JOB'),
  });
}

/** Null where there is none by that id. */
export function draftQuery(id: string) {
  return queryOptions({
    queryKey: ['draft', id],
    queryFn: async ({ signal }): Promise<DraftView | null> => (await runDocument(DraftDocument, { id }, signal)).draft,
    ...live('DRAFT', 'APPROVAL', 'PUBLISH_JOB'),
  });
}

export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }): Promise<PlatformNameFragment[]> => (await runDocument(DraftPlatformsDocument, {}, signal)).platforms,
  staleTime: Number.POSITIVE_INFINITY,
});
