import { Button, Kbd } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { madeWords, sendingTexts as texts } from '../sending-texts.ts';
import type { Waiting } from './decision-desk.ts';
import classes from './undo-strip.module.css';
import { useDecisionDesk, useDeskState } from './use-decision-desk.tsx';
import { useUndo } from './use-undo.ts';

type Place = 'list' | 'bar' | 'page';

/** There is one on the screen at a time. */
function usePlace(): Place {
  const isWide = useMediaQuery('(min-width: 801px)', undefined, { getInitialValueInEffect: false });
  const isAtDesk = useRouterState({ select: ({ location }) => location.pathname.startsWith('/approvals') });
  const isAtPost = useRouterState({ select: ({ location }) => location.pathname.startsWith('/approvals/') });
  if (isWide) return isAtDesk ? 'list' : 'page';
  return isAtPost ? 'bar' : 'page';
}

/**
 * Decisions that can still be undone. In the list's header next to the post, above the bar on a phone, and on top of
 * other pages, never covering the post.
 */
export function UndoStrip({ place }: { place: Place }) {
  const waiting = useDeskState((state) => state.waiting);
  const isHere = usePlace() === place;
  const last = waiting.at(-1);
  return last && isHere ? <Strip place={place} waiting={waiting} last={last} /> : null;
}

function Strip({ place, waiting, last }: { place: Place; waiting: readonly Waiting[]; last: Waiting }) {
  const desk = useDecisionDesk();
  const undo = useUndo();
  const what = madeWords(waiting.map(({ decision }) => decision));
  return (
    <div className={classes.strip} data-place={place}>
      <p className={classes.words} title={last.decision.title}>
        {what}
      </p>
      <Button
        size="xs"
        variant="default"
        className={classes.undo}
        onClick={undo}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        aria-label={texts.undo.button}
      >
        {texts.undo.button}
        <Kbd size="xs" className={classes.key}>
          U
        </Kbd>
        <SecondsUntil at={last.sendAt} />
      </Button>
      <Button size="xs" variant="subtle" className={classes.now} onClick={() => desk.flush()}>
        {texts.sendNow}
      </Button>
      <span className={classes.fuse} key={last.decision.approvalId} aria-hidden />
    </div>
  );
}

/** Counts down to a time. */
export function SecondsUntil({ at }: { at: number }) {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 250);
    return () => clearInterval(timer);
  }, []);
  return <span className={classes.seconds}>{Math.max(0, Math.ceil((at - Date.now()) / 1_000))}</span>;
}
