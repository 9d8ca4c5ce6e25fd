import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { OnSelection } from '../../../components/comments/on-selection.tsx';
import { PointedWords } from '../../../components/comments/pointed-words.tsx';
import { FoldedPosts } from '../../../components/posts/folded-posts.tsx';
import { NoteToReviewer } from '../../../components/posts/note-to-reviewer.tsx';
import { standingTexts } from '../../../components/posts/standing-texts.ts';
import { Empty } from '../../../components/ui/empty.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { useUnsavedGuard } from '../../../components/unsaved/unsaved-guard.tsx';
import { useFoundWords } from '../../../components/unsaved/use-kept-words.ts';
import type { ContentEditsInput } from '../../../gql/graphql.ts';
import { useFollowWorkspace, useWorkspace } from '../../../lib/viewer.ts';
import { DecisionBar } from '../deciding/decision-bar.tsx';
import { UndoStrip } from '../deciding/undo-strip.tsx';
import { useDecisionDesk } from '../deciding/use-decision-desk.tsx';
import { type ApprovalView, approvalQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './approval-detail.module.css';
import { ApprovalFacts } from './approval-facts.tsx';
import { ApprovalHead, type Position } from './approval-head.tsx';
import { ChangedContent } from './changed-content.tsx';
import { AgainstPublished, SinceDecision } from './comparisons.tsx';
import { FittedCards } from './fitted-cards.tsx';
import { LookHere, ToLookHere } from './look-here.tsx';
import { MissingApprovers } from './missing-approvers.tsx';
import { editsName, returnedEdits, useEdits } from './use-edits.ts';

const EditPost = lazy(async () => ({ default: (await import('./edit-post.tsx')).EditPost }));

interface Props {
  approvalId: string;
  /** Its position in the list, from 1; null if it is not in it. */
  position: Position | null;
  /** The next one, which is prefetched. */
  nextId: string | undefined;
  /** Opens the next one that waits. */
  onDecided: () => void;
}

/** One approval: preview, requirements, and the decision at the end. Renders again only for its own changes. */
export const ApprovalDetail = memo(function ApprovalDetail({ approvalId, position, nextId, onDecided }: Props) {
  const query = useQuery(approvalQuery(approvalId));
  useReadAhead(query.data === undefined ? undefined : nextId);
  useFollowWorkspace(query.data?.draft.workspaceId);
  return (
    <Loaded
      query={query}
      skeleton={
        <div className={classes.detail}>
          <DetailSkeleton />
          <UndoStrip place="bar" />
        </div>
      }
    >
      {(approval) =>
        approval ? (
          <PointedWords key={approval.id} texts={standingTexts(approval.isCurrent ? approval.payloads : [], approval.draft)}>
            <FoldedPosts>
              <Shown approval={approval} position={position} onDecided={onDecided} />
            </FoldedPosts>
          </PointedWords>
        ) : (
          <Empty title={texts.notFound}>
            <p>{texts.notFoundHow}</p>
          </Empty>
        )
      }
    </Loaded>
  );
});

function Shown({ approval, position, onDecided }: { approval: ApprovalView } & Pick<Props, 'position' | 'onDecided'>) {
  // The decision applies to what was displayed first, never to a silent update.
  const [seen] = useState(approval);
  const hasChanged = approval.contentHash !== seen.contentHash || (!approval.isCurrent && approval.state !== 'REJECTED');
  const name = editsName(approval.id);
  const found = useFoundWords<ContentEditsInput>({ name, base: seen.contentHash });
  const start = returnedEdits(useDecisionDesk(), approval.id) ?? found?.words;
  const [isEditing, setEditing] = useState(start !== undefined);
  const editing = useEdits(seen, start, isEditing && !hasChanged);
  const guard = useUnsavedGuard({
    name,
    base: seen.contentHash,
    words: editing.edits,
    isUnsaved: isEditing && editing.isChanged,
    discard: () => {
      editing.reset();
      setEditing(false);
    },
  });
  const scroll = useRef<HTMLDivElement>(null);
  const mayComment = useWorkspace().viewerCan.createDraft;
  // On a phone the post itself comes first.
  const isWide = useMediaQuery('(min-width: 801px)', undefined, { getInitialValueInEffect: false });
  const before = (
    <>
      <NoteToReviewer draft={approval.draft} />
      <LookHere approval={approval} />
    </>
  );
  return (
    <div className={classes.detail}>
      <div ref={scroll} className={classes.scroll}>
        <ApprovalHead approval={approval} position={position} />
        <MissingApprovers approval={approval} />
        {isWide ? before : <ToLookHere approval={approval} />}
        {hasChanged && <ChangedContent seen={seen} approval={approval} />}
        <AgainstPublished approval={seen} />
        <SinceDecision approval={seen} />
        {isEditing && (!hasChanged || editing.isChanged) ? (
          <Suspense fallback={<Skeleton height={320} radius={12} />}>
            <EditPost editing={editing} isOver={hasChanged} notice={guard.notice} label={texts.previews} />
          </Suspense>
        ) : (
          <FittedCards payloads={seen.payloads} findings={hasChanged ? seen.findings : approval.findings} label={texts.previews} isJudged />
        )}
        {!isWide && before}
        {mayComment && !hasChanged && <OnSelection draftId={approval.draft.id} of={scroll} />}
        <ApprovalFacts approval={approval} />
      </div>
      {guard.dialog}
      <UndoStrip place="bar" />
      <DecisionBar
        approval={approval}
        seenHash={seen.contentHash}
        hasChanged={hasChanged}
        onDecided={onDecided}
        editing={isEditing && !hasChanged ? editing : null}
        onEdit={setEditing}
      />
    </div>
  );
}

/** Prefetches the next one, so it opens at once. */
function useReadAhead(approvalId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (approvalId) void queryClient.prefetchQuery(approvalQuery(approvalId));
  }, [approvalId, queryClient]);
}

function DetailSkeleton() {
  return (
    <div className={classes.scroll}>
      <div>
        <Skeleton height={22} width="56%" mb={10} />
        <Skeleton height={12} width="36%" mb={6} />
        <Skeleton height={12} width="28%" />
      </div>
      <Skeleton height={220} radius={12} maw={560} />
      <Skeleton height={64} radius={10} />
    </div>
  );
}
