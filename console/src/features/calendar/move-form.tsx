import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { type CalendarDraftFragment, type DraftMoveQuery, RescheduleDraftDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { formatWhen, zoneName } from '../../lib/time/format-time.ts';
import { fromZonedTime, toZonedTime } from '../../lib/time/zoned-time.ts';
import { moveQuery } from './queries.ts';
import { texts } from './texts.ts';
import type { Proposal } from './types.ts';

interface Props {
  proposal: Proposal;
  nextFreeSlot: string | null;
  onMoved: (before: CalendarDraftFragment, after: CalendarDraftFragment) => void;
}

/** When it goes out, and what another time will come to before it is set. */
export function MoveForm({ proposal: { draft, at: proposed, error: refused }, nextFreeSlot, onMoved }: Props) {
  const timeZone = useTimeZone();
  const [local, setLocal] = useState(proposed ? toZonedTime(proposed, timeZone) : '');
  const at = local === '' ? null : (fromZonedTime(local, timeZone)?.toISOString() ?? null);
  const canChange = draft.viewerCan.change;
  const preview = useQuery({ ...moveQuery(draft.id, at), enabled: canChange });
  const move = useMove(draft, onMoved);
  // As the field shows it: it knows no seconds.
  const isSame = local === (draft.scheduledAt ? toZonedTime(new Date(draft.scheduledAt), timeZone) : '');
  const canMove = canChange && !isSame && preview.data?.move.refusal === null && !preview.isPlaceholderData;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canMove) move.mutate(at);
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={texts.time}
          description={texts.timeHint(zoneName(timeZone))}
          type="datetime-local"
          value={local}
          onChange={({ currentTarget: { value } }) => setLocal(value)}
          disabled={!canChange}
        />
        {!isSame && preview.data && <Outcome at={at} {...preview.data.move} />}
        {preview.error && <Problem error={preview.error} />}
        {(move.error ?? refused) !== undefined && !move.isPending && <Problem error={move.error ?? refused} title={texts.notMoved} />}
        {canChange && (
          <Group gap="xs">
            <Button type="submit" size="xs" disabled={!canMove} loading={move.isPending}>
              {texts.move}
            </Button>
            {nextFreeSlot && (
              <Button variant="default" size="xs" onClick={() => setLocal(toZonedTime(new Date(nextFreeSlot), timeZone))}>
                {texts.freeSlot(formatWhen(new Date(nextFreeSlot), new Date(), timeZone))}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

type Move = NonNullable<DraftMoveQuery['draft']>['move'];

function Outcome({ at, refusal, asksAgain, endsOwnVote, goesOutAt }: Move & { at: string | null }) {
  const timeZone = useTimeZone();
  if (refusal) return <Notice tone="bad" title={refusal} />;
  const isLater = at !== null && new Date(goesOutAt) > new Date(at);
  return (
    <Notice tone={asksAgain || endsOwnVote ? 'wait' : 'good'} title={asksAgain ? texts.asksAgain : texts.keeps}>
      {endsOwnVote && <p>{texts.endsOwnVote}</p>}
      {at === null && <p>{texts.soon}</p>}
      {isLater && <p>{texts.later(formatWhen(new Date(goesOutAt), new Date(), timeZone))}</p>}
    </Notice>
  );
}

function useMove(draft: CalendarDraftFragment, onMoved: Props['onMoved']) {
  return useMutation({
    mutationFn: (scheduledAt: string | null) =>
      runDocument(RescheduleDraftDocument, { input: { draftId: draft.id, revision: draft.revision, scheduledAt } }),
    onSuccess: ({ rescheduleDraft }) => onMoved(draft, rescheduleDraft),
  });
}
