import { useEffect, useRef } from 'react';
import { MarkedName } from '../../../components/grants/marked-name.tsx';
import { EditOf } from '../../../components/posts/edit-mark.tsx';
import { Moment } from '../../../components/ui/moment.tsx';
import { approvalStates } from '../../../components/ui/states.ts';
import { Status } from '../../../components/ui/status.tsx';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import { texts as separators } from '../../../lib/texts.ts';
import { zoneName } from '../../../lib/time/format-time.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './approval-detail.module.css';

/** Its position in the list as loaded so far, from 1. */
export interface Position {
  index: number;
  /** As it is shown: "60", "25+". */
  of: string;
}

/** The subject, who submitted it and when, and its schedule. */
export function ApprovalHead({ approval, position }: { approval: ApprovalView; position: Position | null }) {
  const { draft } = approval;
  const isHeld = approval.gates.some(({ gate, status }) => gate !== 'APPROVAL' && status === 'BLOCK');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // After a decision the focused button is gone: moves the focus, so the next title is read out.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header>
      <div className={classes.headRow}>
        <h2 ref={heading} tabIndex={-1} className={classes.title} dir="auto">
          {draft.title}
        </h2>
        {/* Its space is reserved before the list is loaded, so the title does not wrap again. */}
        <p className={classes.position}>{position && texts.position(position)}</p>
      </div>
      <p className={classes.line}>
        <EditOf draft={draft} />
        <span>
          <MarkedName text={texts.askedBy({ name: draft.author.name, isAgent: draft.author.kind === 'AGENT' })} isBrief />
          {separators.comma}
          <Moment at={approval.createdAt} />
        </span>
        {['PENDING', 'APPROVED'].includes(approval.state) &&
          (draft.scheduledAt ? (
            <GoesOut at={draft.scheduledAt} />
          ) : (
            approval.state === 'PENDING' && !isHeld && <b>{draft.editedJobId ? texts.editsAtOnce : texts.goesOutAtOnce}</b>
          ))}
        {approval.state === 'PENDING' ? (
          <span>
            {texts.expires} <Moment at={approval.expiresAt} />
          </span>
        ) : (
          <Status state={approvalStates[approval.state]} />
        )}
      </p>
      {approval.reason && <p className={classes.line}>{texts.askedAgain({ reason: approval.reason })}</p>}
    </header>
  );
}

function GoesOut({ at }: { at: string }) {
  const zone = zoneName(useTimeZone());
  return (
    <b>
      {texts.goesOut} <Moment at={at} as="when" /> · {zone}
    </b>
  );
}
