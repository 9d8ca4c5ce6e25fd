import { useQueryClient } from '@tanstack/react-query';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { showToast } from '../../components/ui/toasts.tsx';
import { type CalendarDraftFragment, RescheduleDraftDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { formatWhen } from '../../lib/time/format-time.ts';
import { moveQuery } from './queries.ts';
import { texts } from './texts.ts';

interface Options {
  /** It has another time: the keyboard goes on where it is now. */
  onMoved: (draft: CalendarDraftFragment) => void;
  /** It could not be set: the person sees why, and chooses. */
  onRefused: (draft: CalendarDraftFragment, at: Date | null) => void;
}

const NOT_APPROVED: readonly string[] = ['DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED'];

/** Nobody's yes is lost by another time: it need not be asked about. */
export function isNobodys({ state, approval }: Pick<CalendarDraftFragment, 'state' | 'approval'>): boolean {
  return NOT_APPROVED.includes(state) && !approval?.decisions.some(({ decision }) => decision === 'APPROVED');
}

/** Another time without a question, and what tells of a move with the way back. */
export function useMoveAtOnce({ onMoved, onRefused }: Options) {
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const set = async ({ id, revision }: CalendarDraftFragment, at: Date | null): Promise<CalendarDraftFragment> => {
    const scheduledAt = at?.toISOString() ?? null;
    const { rescheduleDraft } = await runDocument(RescheduleDraftDocument, { input: { draftId: id, revision, scheduledAt } });
    return rescheduleDraft;
  };
  // Awaited by nobody: the keyboard goes on as soon as the new place is there.
  const show = (moved: CalendarDraftFragment): void => {
    onMoved(moved);
    void queryClient.invalidateQueries();
  };
  const tell = (before: CalendarDraftFragment, after: CalendarDraftFragment, note = ''): void => {
    const when = after.scheduledAt ? formatWhen(new Date(after.scheduledAt), new Date(), timeZone) : texts.noTime;
    const back = before.scheduledAt ? new Date(before.scheduledAt) : null;
    const undo = () => set(after, back).then(show, () => onRefused(after, back));
    showToast([texts.movedTo(after.title, when), note].join(' ').trim(), { label: texts.undo, run: () => void undo() });
    show(after);
  };
  const move = async (draft: CalendarDraftFragment, at: Date): Promise<void> => {
    try {
      const preview = await queryClient.fetchQuery(moveQuery(draft.id, at.toISOString()));
      const goesOutAt = new Date(preview?.move.goesOutAt ?? at);
      const note = goesOutAt > at ? texts.later(formatWhen(goesOutAt, new Date(), timeZone)) : '';
      tell(draft, await set(draft, at), note);
    } catch {
      onRefused(draft, at);
    }
  };
  return { move, tell };
}
