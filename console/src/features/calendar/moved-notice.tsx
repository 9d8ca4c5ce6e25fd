import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { type CalendarDraftFragment, RescheduleDraftDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { formatWhen } from '../../lib/time/format-time.ts';
import { texts } from './texts.ts';

export interface Moved {
  before: CalendarDraftFragment;
  after: CalendarDraftFragment;
}

interface Props {
  moved: Moved;
  onDone: () => void;
  onUndone: (draft: CalendarDraftFragment) => void;
}

/** What was moved last, and the way back. */
export function MovedNotice({ moved: { before, after }, onDone, onUndone }: Props) {
  const timeZone = useTimeZone();
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () =>
      runDocument(RescheduleDraftDocument, { input: { draftId: after.id, revision: after.revision, scheduledAt: before.scheduledAt } }),
    onSuccess: async ({ rescheduleDraft }) => {
      onUndone(rescheduleDraft);
      onDone();
      await queryClient.invalidateQueries();
    },
  });
  const when = after.scheduledAt ? formatWhen(new Date(after.scheduledAt), new Date(), timeZone) : texts.noTime;
  return (
    <Notice tone="good" title={texts.movedTo(after.title, when)}>
      <Group gap="xs" mt={8}>
        <Button variant="default" size="xs" onClick={() => undo.mutate()} loading={undo.isPending}>
          {texts.undo}
        </Button>
        <Button variant="subtle" size="xs" onClick={onDone}>
          {texts.dismiss}
        </Button>
      </Group>
      {undo.error && <Problem error={undo.error} title={texts.notMoved} />}
    </Notice>
  );
}
