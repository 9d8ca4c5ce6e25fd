import { useQueryClient } from '@tanstack/react-query';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { showRefusal, showToast } from '../../components/ui/toasts.tsx';
import { type CalendarDraftFragment, RescheduleDraftDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { formatWhen } from '../../lib/time/format-time.ts';
import { type MoveServer, moveAtOnce, moveBack } from './moves.ts';
import { moveQuery } from './queries.ts';
import { texts } from './texts.ts';
import type { Proposal } from './types.ts';

interface Options {
  /** It was moved: the keyboard continues at its new position. */
  onMoved: (draft: CalendarDraftFragment) => void;
  /** Nothing was done: the person sees the effect or the obstacle, and decides. */
  onAsk: (proposal: Proposal) => void;
}

/** Moves without confirmation where possible, and shows a toast with undo. */
export function useMoveAtOnce({ onMoved, onAsk }: Options) {
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const server: MoveServer = {
    look: (id, at) => queryClient.fetchQuery({ ...moveQuery(id, at?.toISOString() ?? null), staleTime: 0 }),
    set: async ({ id, revision }, at) => {
      const input = { draftId: id, revision, scheduledAt: at?.toISOString() ?? null };
      return (await runDocument(RescheduleDraftDocument, { input })).rescheduleDraft;
    },
  };
  // Not awaited: the keyboard continues as soon as the new position is shown.
  const show = (moved: CalendarDraftFragment): void => {
    onMoved(moved);
    void queryClient.invalidateQueries();
  };
  // A toast, as the calendar may no longer be visible.
  const undo = async (moved: CalendarDraftFragment, back: Date | null): Promise<void> => {
    const attempt = await moveBack(server, moved, back);
    if (attempt.became === 'moved') show(attempt.draft);
    else showRefusal(texts.notMovedBack({ title: moved.title, reason: attempt.reason }));
  };
  const tell = (before: CalendarDraftFragment, after: CalendarDraftFragment, notes: readonly string[] = []): void => {
    const when = after.scheduledAt ? formatWhen(new Date(after.scheduledAt), new Date(), timeZone) : texts.noTime;
    const back = before.scheduledAt ? new Date(before.scheduledAt) : null;
    const message = [texts.movedTo({ title: after.title, when }), ...notes].join(' ');
    showToast(message, { label: texts.undo, run: () => void undo(after, back) });
    show(after);
  };
  const move = async (draft: CalendarDraftFragment, at: Date): Promise<void> => {
    const attempt = await moveAtOnce(server, draft, at);
    if (attempt.became === 'asks') onAsk({ draft, at });
    else if (attempt.became === 'refused') onAsk({ draft, at, error: attempt.error });
    else {
      const { asksAgain, goesOutAt, warning } = attempt.move;
      const later = new Date(goesOutAt);
      tell(draft, attempt.draft, [
        ...(asksAgain ? [texts.asksAgain] : []),
        ...(later > at ? [texts.later({ when: formatWhen(later, new Date(), timeZone) })] : []),
        ...(warning ? [warning] : []),
      ]);
    }
  };
  return { move, tell };
}
