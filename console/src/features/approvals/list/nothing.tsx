import { HeldPosts } from '../../../components/gates/held-posts.tsx';
import { Empty } from '../../../components/ui/empty.tsx';
import { WriteDraft } from '../../../components/write-draft.tsx';
import { useWorkspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { type ApprovalFilter, isNarrowed } from './approval-filter.ts';

/** In place of an empty list: why it is empty, approved posts that are blocked, and a way to write one. */
export function Nothing({ filter }: { filter: ApprovalFilter }) {
  const { waitingRemovals } = useWorkspace();
  if (isNarrowed(filter)) {
    return (
      <Empty title={texts.emptyNarrowed}>
        <p>{texts.emptyNarrowedHow}</p>
      </Empty>
    );
  }
  const isWaiting = (filter.state ?? 'PENDING') === 'PENDING';
  return (
    <>
      {isWaiting && <HeldPosts />}
      <Empty title={isWaiting ? (waitingRemovals > 0 ? texts.onlyRemovals : texts.emptyWaiting) : texts.emptyOther}>
        <p>{isWaiting ? texts.emptyWaitingHow : texts.emptyOtherHow}</p>
        {isWaiting && <WriteDraft />}
      </Empty>
    </>
  );
}
