import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { draftStates } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { type CalendarDraftFragment, RescheduleDraftDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { formatWhen, zoneName } from '../../lib/time/format-time.ts';
import { fromZonedTime, toZonedTime } from '../../lib/time/zoned-time.ts';
import { moveQuery } from './queries.ts';
import { texts } from './texts.ts';
import type { Proposal } from './types.ts';

interface Props {
  proposal: Proposal;
  nextFreeSlot: string | null;
  onClose: () => void;
  onMoved: (before: CalendarDraftFragment, after: CalendarDraftFragment) => void;
}

/** What a move will come to, before it is done. */
export function MoveDialog({ proposal, nextFreeSlot, onClose, onMoved }: Props) {
  const { draft } = proposal;
  const timeZone = useTimeZone();
  const [local, setLocal] = useState(proposal.at ? toZonedTime(proposal.at, timeZone) : '');
  const at = local === '' ? null : (fromZonedTime(local, timeZone)?.toISOString() ?? null);
  const preview = useQuery({ ...moveQuery(draft.id, at), enabled: draft.viewerCan.change });
  const move = useMove(draft, onMoved);
  const isSame = at === (draft.scheduledAt ? new Date(draft.scheduledAt).toISOString() : null);
  const canMove = draft.viewerCan.change && !isSame && preview.data?.move.refusal === null && !preview.isPlaceholderData;
  return (
    <Modal opened onClose={onClose} title={draft.title} closeButtonProps={{ 'aria-label': texts.cancel }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canMove) move.mutate(at);
        }}
      >
        <Stack gap="md">
          <Status state={draftStates[draft.state]} />
          <TextInput
            label={texts.time}
            description={texts.timeHint(zoneName(timeZone))}
            type="datetime-local"
            value={local}
            onChange={({ currentTarget: { value } }) => setLocal(value)}
            disabled={!draft.viewerCan.change}
            data-autofocus
          />
          {draft.viewerCan.change && nextFreeSlot && (
            <Button variant="default" size="xs" onClick={() => setLocal(toZonedTime(new Date(nextFreeSlot), timeZone))}>
              {texts.freeSlot(formatWhen(new Date(nextFreeSlot), new Date(), timeZone))}
            </Button>
          )}
          {!isSame && preview.data && <Outcome at={at} {...preview.data.move} />}
          {preview.error && <Problem error={preview.error} />}
          {move.error && <Problem error={move.error} title={texts.notMoved} />}
          <Group justify="space-between" gap="xs">
            <Link to="/drafts/$draftId" params={{ draftId: draft.id }}>
              {texts.openDraft}
            </Link>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {texts.cancel}
              </Button>
              {draft.viewerCan.change && (
                <Button type="submit" disabled={!canMove} loading={move.isPending}>
                  {texts.move}
                </Button>
              )}
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Outcome({
  at,
  refusal,
  asksAgain,
  goesOutAt,
}: {
  at: string | null;
  refusal: string | null;
  asksAgain: boolean;
  goesOutAt: string;
}) {
  const timeZone = useTimeZone();
  if (refusal) return <Notice tone="bad" title={refusal} />;
  const when = formatWhen(new Date(goesOutAt), new Date(), timeZone);
  const isLater = at !== null && new Date(goesOutAt) > new Date(at);
  return (
    <Notice tone={asksAgain ? 'wait' : 'good'} title={asksAgain ? texts.asksAgain : texts.keeps}>
      {at === null && <p>{texts.soon}</p>}
      {isLater && <p>{texts.later(when)}</p>}
    </Notice>
  );
}

function useMove(draft: CalendarDraftFragment, onMoved: Props['onMoved']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scheduledAt: string | null) =>
      runDocument(RescheduleDraftDocument, { input: { draftId: draft.id, revision: draft.revision, scheduledAt } }),
    onSuccess: async ({ rescheduleDraft }) => {
      onMoved(draft, rescheduleDraft);
      await queryClient.invalidateQueries();
    },
  });
}
