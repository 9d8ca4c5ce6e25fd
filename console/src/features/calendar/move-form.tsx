import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { HALF_TYPED, WhenField } from '../../components/ui/when-field.tsx';
import { type CalendarDraftFragment, type DraftMoveQuery, RescheduleDraftDocument } from '../../gql/graphql.ts';
import { asApiError } from '../../lib/http/api-error.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { formatWhen, zoneName } from '../../lib/time/format-time.ts';
import { fromZonedTime, toZonedTime } from '../../lib/time/zoned-time.ts';
import { moveQuery } from './queries.ts';
import { texts } from './texts.ts';
import type { Proposal } from './types.ts';

interface Props {
  /** The current draft; the proposal contains the one that it was made for. */
  draft: CalendarDraftFragment;
  proposal: Proposal;
  nextFreeSlot: string | null;
  onMoved: (before: CalendarDraftFragment, after: CalendarDraftFragment) => void;
}

/** The schedule, and the effect of another time before it is set. */
export function MoveForm({ draft, proposal, nextFreeSlot, onMoved }: Props) {
  const timeZone = useTimeZone();
  // As the field shows it: it knows no seconds.
  const current = localTime(draft, timeZone);
  const [typed, setTyped] = useState(() => proposedTime(proposal, timeZone));
  const local = typed ?? current;
  // Half typed it is no other time yet.
  const isSame = local === current || local === HALF_TYPED;
  const at = local === '' ? null : (fromZonedTime(local, timeZone)?.toISOString() ?? null);
  const canChange = draft.viewerCan.change;
  const preview = useQuery({ ...moveQuery(draft.id, at), enabled: canChange && !isSame });
  const move = useMove(draft, onMoved);
  const seen = isSame || preview.isPlaceholderData ? null : preview.data;
  const canMove = canChange && seen?.move.refusal === null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canMove) move.mutate({ at, revision: seen.revision });
      }}
    >
      <Stack gap="xs">
        <WhenField
          label={texts.time}
          description={texts.timeHint({ zone: zoneName(timeZone) })}
          value={local}
          onValue={setTyped}
          disabled={!canChange}
        />
        {!isSame && preview.data && !preview.isPaused && <Outcome at={at} {...preview.data.move} />}
        {preview.error && <Problem error={preview.error} />}
        {!move.isPending && <Refusal error={move.error ?? proposal.error} />}
        {canChange && (
          <Group gap="xs">
            <Button type="submit" size="xs" disabled={!canMove} loading={move.isPending}>
              {texts.move}
            </Button>
            {nextFreeSlot && (
              <Button variant="default" size="xs" onClick={() => setTyped(toZonedTime(new Date(nextFreeSlot), timeZone))}>
                {texts.freeSlot({ when: formatWhen(new Date(nextFreeSlot), new Date(), timeZone) })}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

type Move = NonNullable<DraftMoveQuery['draft']>['move'];

function Outcome({ at, refusal, asksAgain, endsOwnVote, goesOutAt, warning }: Move & { at: string | null }) {
  const timeZone = useTimeZone();
  if (refusal) return <Notice tone="bad" title={refusal} />;
  const isLater = at !== null && new Date(goesOutAt) > new Date(at);
  return (
    <Notice tone={asksAgain || endsOwnVote || warning ? 'wait' : 'good'} title={asksAgain ? texts.asksAgain : texts.keeps}>
      {endsOwnVote && <p>{texts.endsOwnVote}</p>}
      {at === null && <p>{texts.soon}</p>}
      {isLater && <p>{texts.later({ when: formatWhen(new Date(goesOutAt), new Date(), timeZone) })}</p>}
      {warning && <p>{warning}</p>}
    </Notice>
  );
}

/** Why a move was refused; after a conflict the form already shows the current state. */
function Refusal({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  if (asApiError(error).code !== 'stale_revision') return <Problem error={error} title={texts.notMoved} />;
  return (
    <Notice tone="wait" title={texts.notMoved}>
      <p>{texts.changedMeanwhile}</p>
    </Notice>
  );
}

/** Sets the time of the previewed revision. */
function useMove(draft: CalendarDraftFragment, onMoved: Props['onMoved']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ at, revision }: { at: string | null; revision: number }) =>
      runDocument(RescheduleDraftDocument, { input: { draftId: draft.id, revision, scheduledAt: at } }),
    onSuccess: ({ rescheduleDraft }) => onMoved(draft, rescheduleDraft),
    onError: () => queryClient.invalidateQueries(),
  });
}

function localTime({ scheduledAt }: Pick<CalendarDraftFragment, 'scheduledAt'>, timeZone: string): string {
  return scheduledAt ? toZonedTime(new Date(scheduledAt), timeZone) : '';
}

/** Null where it was only opened: then the field follows the draft. */
function proposedTime({ draft, at }: Proposal, timeZone: string): string | null {
  const proposed = at ? toZonedTime(at, timeZone) : '';
  return proposed === localTime(draft, timeZone) ? null : proposed;
}
