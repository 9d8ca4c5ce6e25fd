import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AddCommentDocument, type AddCommentInput, type DraftCommentsFragment, ResolveThreadDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { Problem } from '../ui/problem.tsx';
import { speakAbout, useAboutWords } from './about-words.ts';
import { CommentBox } from './comment-box.tsx';
import { texts } from './texts.ts';
import { type ShownThread, ThreadList } from './thread-list.tsx';
import { commentsQuery } from './use-has-comments.ts';

const KINDS = { PERSON: 'person', AGENT: 'agent', CLIENT: 'client' } as const;

/** A draft's comments by people, the agent and the client, and a field to add one. */
export function Comments({ draftId }: { draftId: string }) {
  const { id: workspaceId, viewerCan } = useWorkspace();
  const queryClient = useQueryClient();
  const query = commentsQuery(draftId, workspaceId);
  const { data } = useQuery(query);
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  const about = useAboutWords(draftId);
  const add = useMutation({
    mutationFn: (said: Omit<AddCommentInput, 'draftId'>) => runDocument(AddCommentDocument, { input: { draftId, ...said } }),
    onSettled: refresh,
  });
  const resolve = useMutation({
    mutationFn: ({ id, isResolved }: ShownThread) => runDocument(ResolveThreadDocument, { threadId: id, isResolved: !isResolved }),
    onSettled: refresh,
  });
  if (!data) return null;
  const names = [...new Set((data.workspace?.account.members ?? []).map(({ name }) => name))];
  const mayWrite = viewerCan.createDraft;
  const error = add.error ?? resolve.error;
  return (
    <>
      <ThreadList
        threads={(data.draft?.comments ?? []).map(shownOf)}
        hasEarlier={data.draft?.hasEarlierComments}
        names={names}
        onAnswer={mayWrite ? (threadId, text) => add.mutateAsync({ threadId, text }) : undefined}
        onResolve={mayWrite ? (thread) => resolve.mutate(thread) : undefined}
      />
      {error && <Problem error={error} title={texts.failed} />}
      {mayWrite && (
        <CommentBox
          name={`comment ${draftId}`}
          label={texts.say}
          hint={texts.hint}
          hasChoice
          names={names}
          about={about}
          onDropAbout={() => speakAbout(draftId, null)}
          onSend={async (text, isShared) => {
            await add.mutateAsync({ text, visibility: isShared ? 'SHARED' : 'INTERNAL', ...about });
            speakAbout(draftId, null);
          }}
        />
      )}
    </>
  );
}

function shownOf({
  id,
  visibility,
  quote,
  platform,
  resolvedAt,
  hasEarlier,
  comments,
}: DraftCommentsFragment['comments'][number]): ShownThread {
  return {
    id,
    about: quote === null ? null : { quote, platform },
    hasEarlier,
    isInternal: visibility === 'INTERNAL',
    isResolved: resolvedAt !== null,
    comments: comments.map(({ createdAt, kind, ...comment }) => ({ ...comment, kind: KINDS[kind], at: createdAt })),
  };
}
