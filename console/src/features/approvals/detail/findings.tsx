import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { Moment } from '../../../components/ui/moment.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { useDeskKeys } from '../../../components/ui/use-desk-keys.ts';
import { texts as separators } from '../../../lib/texts.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './findings.module.css';
import { type FindingGroup, groupFindings } from './group-findings.ts';

const OverrideForm = lazy(async () => ({ default: (await import('./override-form.tsx')).OverrideForm }));

/** The findings; blocking ones can be dismissed by a person, with a reason. */
export function Findings({ approval }: { approval: ApprovalView }) {
  const [overriding, setOverriding] = useState<string | null>(null);
  const groups = groupFindings(approval.findings);
  const first = groups.find(({ open }) => open.length > 0);
  const canOverride = approval.viewerCan.liftFindings;
  useDeskKeys({ l: () => canOverride && first && setOverriding(first.key) });
  return (
    <ul className={classes.findings}>
      {groups.map((group) => (
        <Finding
          key={group.key}
          group={group}
          approval={approval}
          isOverriding={overriding === group.key}
          onOverride={(isOverriding) => setOverriding(isOverriding ? group.key : null)}
        />
      ))}
    </ul>
  );
}

interface FindingProps {
  group: FindingGroup;
  approval: ApprovalView;
  isOverriding: boolean;
  onOverride: (isOverriding: boolean) => void;
}

function Finding({ group, approval, isOverriding, onOverride }: FindingProps) {
  const { message, platforms, places, isBlocking, open, overrides } = group;
  const item = useRef<HTMLLIElement>(null);
  const tone = open.length > 0 ? 'bad' : isBlocking ? 'good' : 'wait';
  const close = (): void => {
    onOverride(false);
    // The focused button is gone: moves the focus to the finding.
    item.current?.focus();
  };
  return (
    <li ref={item} tabIndex={-1} className={classes.finding}>
      <ToneIcon tone={tone} />
      <div className={classes.body}>
        <p>
          {open.length > 0 && <b>{texts.override.stops} </b>}
          <bdi>{message}</bdi>
        </p>
        {platforms.length + places.length > 0 && (
          <p className={classes.where}>
            {platforms.map((platform) => (
              <PlatformMark key={platform} id={platform} />
            ))}
            {places.length > 0 && <span>{places.join(separators.comma)}</span>}
          </p>
        )}
        {overrides.map((override) => (
          <Override key={`${override.by} ${override.at}`} override={override} draftId={approval.draft.id} />
        ))}
        {open.length > 0 &&
          (isOverriding ? (
            <Suspense>
              <OverrideForm approval={approval} findings={open} onDone={close} />
            </Suspense>
          ) : (
            <OverrideOrNot canOverride={approval.viewerCan.liftFindings} onOverride={() => onOverride(true)} />
          ))}
      </div>
    </li>
  );
}

function OverrideOrNot({ canOverride, onOverride }: { canOverride: boolean; onOverride: () => void }) {
  if (!canOverride) return <p className={classes.dim}>{texts.override.whoMay}</p>;
  return (
    <Button variant="default" size="xs" mt={6} onClick={onOverride}>
      {texts.override.open}
    </Button>
  );
}

function Override({ override, draftId }: { override: FindingGroup['overrides'][number]; draftId: string }) {
  return (
    <div className={classes.override}>
      <p className={classes.dim}>
        {texts.override.by({ name: override.by })}
        {separators.comma}
        <Moment at={override.at} /> ·{' '}
        <Link to="/audit" search={{ subjectId: draftId, action: 'safety' }}>
          {texts.override.inAudit}
        </Link>
      </p>
      <blockquote className={classes.quote}>{override.reason}</blockquote>
    </div>
  );
}
