import { Button, CloseButton, Drawer, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { EditOf } from '../../components/posts/edit-mark.tsx';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { PostCards } from '../../components/posts/post-cards.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { draftState, publicationStates, removalState } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import type { CalendarDraftFragment, PlannedPostQuery } from '../../gql/graphql.ts';
import { MoveForm } from './move-form.tsx';
import classes from './post-panel.module.css';
import { plannedPostQuery } from './queries.ts';
import { texts } from './texts.ts';
import type { Proposal } from './types.ts';

interface Props {
  proposal: Proposal;
  nextFreeSlot: string | null;
  isPhone: boolean;
  onClose: () => void;
  onMoved: (before: CalendarDraftFragment, after: CalendarDraftFragment) => void;
}

/** A post in the calendar: next to the days, which stay visible, or above them on a phone. */
export function PostPanel({ isPhone, ...props }: Props) {
  const { draft } = props.proposal;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  if (isPhone) {
    return (
      <Drawer
        opened
        onClose={props.onClose}
        position="bottom"
        size="90%"
        title={<span dir="auto">{draft.title}</span>}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Content {...props} />
      </Drawer>
    );
  }
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={draft.title}
      onKeyDown={({ key }) => key === 'Escape' && props.onClose()}
    >
      <header className={classes.head}>
        <h2 className={classes.title} dir="auto">
          {draft.title}
        </h2>
        <CloseButton aria-label={texts.close} onClick={props.onClose} />
      </header>
      <Content {...props} />
    </aside>
  );
}

function Content({ proposal, nextFreeSlot, onMoved }: Omit<Props, 'isPhone'>) {
  const query = useQuery(plannedPostQuery(proposal.draft.id));
  // The current draft rather than the one that was opened; the calendar's data may be newer than this query's.
  const read = query.data;
  const draft = read && read.revision >= proposal.draft.revision ? { ...proposal.draft, ...standingOf(read) } : proposal.draft;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Status state={draftState(draft)} />
        {read && <EditOf draft={read} />}
      </Group>
      <MoveForm draft={draft} proposal={proposal} nextFreeSlot={nextFreeSlot} onMoved={onMoved} />
      <Loaded query={query} skeleton={<Skeleton height={240} radius={10} />}>
        {(post) => post && <Post post={post} />}
      </Loaded>
      <Link to="/drafts/$draftId" params={{ draftId: draft.id }}>
        {texts.openDraft}
      </Link>
    </Stack>
  );
}

/** What may have changed since the calendar was loaded. */
function standingOf({ title, state, isRemoved, revision, scheduledAt, viewerCan }: NonNullable<PlannedPostQuery['draft']>) {
  return { title, state, isRemoved, revision, scheduledAt, viewerCan };
}

function Post({ post: { payloads, approval, publishJob } }: { post: NonNullable<PlannedPostQuery['draft']> }) {
  const sent = publishJob?.publications.filter(({ state }) => state !== 'PENDING') ?? [];
  return (
    <>
      {approval?.state === 'PENDING' && approval.viewerCan.decide && (
        <Button
          renderRoot={(props) => <Link to="/approvals/{-$approvalId}" params={{ approvalId: approval.id }} {...props} />}
          w="fit-content"
        >
          {texts.decide}
        </Button>
      )}
      {sent.length > 0 && (
        <ul className={classes.sent} aria-label={texts.networks}>
          {sent.map(({ id, state, retraction, providerUrl, platform }) => (
            <li key={id}>
              <PlatformMark id={platform.id} label={platform.label} />
              <Status state={removalState({ retraction }) ?? publicationStates[state]} />
              {providerUrl && !retraction?.isPostGone && (
                <a href={providerUrl} target="_blank" rel="noreferrer">
                  {texts.open}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {payloads.length > 0 && <PostCards payloads={payloads} label={texts.preview} />}
    </>
  );
}
