import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { Moment } from '../../../components/ui/moment.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { useDeskKeys } from '../../../components/ui/use-desk-keys.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './findings.module.css';
import { type FindingGroup, groupFindings } from './group-findings.ts';

const LiftForm = lazy(async () => ({ default: (await import('./lift-form.tsx')).LiftForm }));

/** The findings; blocking ones can be dismissed by a person, with a reason. */
export function Findings({ approval }: { approval: ApprovalView }) {
  const [lifting, setLifting] = useState<string | null>(null);
  const groups = groupFindings(approval.findings);
  const first = groups.find(({ open }) => open.length > 0);
  const canLift = approval.viewerCan.liftFindings;
  useDeskKeys({ l: () => canLift && first && setLifting(first.key) });
  return (
    <ul className={classes.findings}>
      {groups.map((group) => (
        <Finding
          key={group.key}
          group={group}
          approval={approval}
          isLifting={lifting === group.key}
          onLift={(isLifting) => setLifting(isLifting ? group.key : null)}
        />
      ))}
    </ul>
  );
}

interface FindingProps {
  group: FindingGroup;
  approval: ApprovalView;
  isLifting: boolean;
  onLift: (isLifting: boolean) => void;
}

function Finding({ group, approval, isLifting, onLift }: FindingProps) {
  const { message, platforms, places, isBlocking, open, lifts } = group;
  const item = useRef<HTMLLIElement>(null);
  const tone = open.length > 0 ? 'bad' : isBlocking ? 'good' : 'wait';
  const close = (): void => {
    onLift(false);
    // The focused button is gone: moves the focus to the finding.
    item.current?.focus();
  };
  return (
    <li ref={item} tabIndex={-1} className={classes.finding}>
      <ToneIcon tone={tone} />
      <div className={classes.body}>
        <p>
          {open.length > 0 && <b>{texts.lift.stops} </b>}
          <bdi>{message}</bdi>
        </p>
        {platforms.length + places.length > 0 && (
          <p className={classes.where}>
            {platforms.map((platform) => (
              <PlatformMark key={platform} id={platform} />
            ))}
            {places.length > 0 && <span>{places.join(', ')}</span>}
          </p>
        )}
        {lifts.map((lift) => (
          <Lift key={`${lift.by} ${lift.at}`} lift={lift} draftId={approval.draft.id} />
        ))}
        {open.length > 0 &&
          (isLifting ? (
            <Suspense>
              <LiftForm approval={approval} findings={open} onDone={close} />
            </Suspense>
          ) : (
            <LiftOrNot canLift={approval.viewerCan.liftFindings} onLift={() => onLift(true)} />
          ))}
      </div>
    </li>
  );
}

function LiftOrNot({ canLift, onLift }: { canLift: boolean; onLift: () => void }) {
  if (!canLift) return <p className={classes.dim}>{texts.lift.whoMay}</p>;
  return (
    <Button variant="default" size="xs" mt={6} onClick={onLift}>
      {texts.lift.open}
    </Button>
  );
}

function Lift({ lift, draftId }: { lift: FindingGroup['lifts'][number]; draftId: string }) {
  return (
    <div className={classes.lift}>
      <p className={classes.dim}>
        {texts.lift.by({ name: lift.by })}, <Moment at={lift.at} /> ·{' '}
        <Link to="/audit" search={{ subjectId: draftId, action: 'safety' }}>
          {texts.lift.inAudit}
        </Link>
      </p>
      <blockquote className={classes.quote}>{lift.reason}</blockquote>
    </div>
  );
}
