import { NewsDocument, type NoticeViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { pagedQuery } from '../../lib/paged.ts';

export type NoticeView = NoticeViewFragment;

/** What the person was told, the newest first. */
export function newsQuery(workspaceId: string) {
  return pagedQuery<NoticeView>({
    queryKey: ['news', workspaceId],
    read: async (after, signal) => (await runDocument(NewsDocument, { workspaceId, after }, signal)).workspace?.notices,
    ...live('NOTICE'),
  });
}
