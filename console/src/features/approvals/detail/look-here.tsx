import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Way } from '../../../components/gates/gate-list.tsx';
import { isPartly } from '../../../components/gates/gate-status.ts';
import { AskAgainWithAccount, type GateSubject, LeaveOut } from '../../../components/gates/leave-out.tsx';
import { PlatformIcon } from '../../../components/posts/platform-mark.tsx';
import { listed } from '../../../components/texts.ts';
import type { Tone } from '../../../components/ui/states.ts';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { useWorkspace } from '../../../lib/viewer.ts';
import { hasTroubles, type Troubles, troublesOf } from '../deciding/troubles.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import { Findings } from './findings.tsx';
import classes from './look-here.module.css';

/** Where the post comes first: how much there is to look at below it, and the way there. */
export function ToLookHere({ approval }: { approval: ApprovalView }) {
  const { connection, misfits, shortened, gates } = troublesOf(approval);
  const isWaiting = approval.state === 'PENDING';
  const count =
    approval.findings.length + misfits.length + (shortened.length > 0 ? 1 : 0) + (isWaiting ? gates.length + (connection ? 1 : 0) : 0);
  if (count === 0) return null;
  return (
    <button type="button" className={classes.to} onClick={() => document.getElementById(BOX)?.scrollIntoView({ block: 'start' })}>
      <ToneIcon tone="wait" size={14} />
      {texts.lookHere.below({ count })}
    </button>
  );
}

const BOX = 'look-here';

/** Problems to know before a decision, above the post; nothing if there are none. */
export function LookHere({ approval }: { approval: ApprovalView }) {
  const troubles = troublesOf(approval);
  const hasFindings = approval.findings.length > 0;
  if (!hasFindings && !hasTroubles(troubles)) return null;
  const of: GateSubject = { draftId: approval.draft.id, approvalId: null, contentHash: approval.contentHash };
  const isWaiting = approval.state === 'PENDING';
  return (
    <section id={BOX} className={classes.box} aria-label={texts.lookHere.title}>
      <ul className={classes.rows}>
        {troubles.connection && isWaiting && <NoAccount troubles={troubles} of={of} />}
        {troubles.misfits.map(({ message, remedy, platforms }) => (
          <Row key={message} tone="bad" platforms={platforms} action={<OpenDraft draftId={approval.draft.id} />}>
            {message} {remedy}
          </Row>
        ))}
        {troubles.shortened.length > 0 && (
          <Row tone="wait" platforms={troubles.shortened}>
            {texts.lookHere.shortened({
              labels: listed(troubles.shortened.map(({ label }) => label)),
              count: troubles.shortened.map(({ label }) => label).length,
            })}
          </Row>
        )}
        {isWaiting &&
          troubles.gates.map((gate) => (
            <Row key={gate.gate} tone="wait" action={<Way gate={gate} of={of} />}>
              {gate.message} {gate.gate === 'LAUNCH' ? null : gate.remedy}
            </Row>
          ))}
      </ul>
      {hasFindings && (
        <section className={classes.findings} aria-label={texts.findings}>
          <Findings approval={approval} />
        </section>
      )}
    </section>
  );
}

function NoAccount({ troubles: { connection, lost, canLeaveOut }, of }: { troubles: Troubles; of: GateSubject }) {
  const isMissing = lost.length > 0 && lost.every(({ hasAccount }) => !hasAccount);
  const leaveOut = canLeaveOut && <LeaveOut targets={lost} of={of} isBesideNames />;
  return (
    <Row
      tone="wait"
      platforms={lost.map(({ platform }) => platform)}
      action={
        <>
          {connection?.code === 'connected_later' ? <AskAgainWithAccount of={of} /> : <Connect />}
          {leaveOut}
        </>
      }
    >
      {isMissing
        ? texts.lookHere.noAccount({ names: listed(lost.map(({ name }) => name)), count: lost.map(({ name }) => name).length })
        : `${connection?.message} ${connection?.remedy ?? ''}`}
      {isMissing && connection && isPartly(connection) && ` ${texts.lookHere.othersGoOut}`}
    </Row>
  );
}

function Connect() {
  const { viewerCan } = useWorkspace();
  if (!viewerCan.manageConnections) return null;
  return (
    <Link to="/connections" className={classes.way}>
      {texts.lookHere.connect}
      <IconArrowRight size={14} aria-hidden />
    </Link>
  );
}

function OpenDraft({ draftId }: { draftId: string }) {
  return (
    <Link to="/drafts/$draftId" params={{ draftId }} className={classes.way}>
      {texts.lookHere.mend}
      <IconArrowRight size={14} aria-hidden />
    </Link>
  );
}

interface RowProps {
  tone: Tone;
  platforms?: readonly { id: string; label: string }[];
  action?: ReactNode;
  children: ReactNode;
}

function Row({ tone, platforms = [], action, children }: RowProps) {
  return (
    <li className={classes.row}>
      <ToneIcon tone={tone} />
      {platforms.length > 0 && (
        <span className={classes.marks} role="img" aria-label={listed(platforms.map(({ label }) => label))}>
          {platforms.map(({ id }) => (
            <PlatformIcon key={id} id={id} size={14} />
          ))}
        </span>
      )}
      <p className={classes.words} dir="auto">
        {children}
      </p>
      {action && <div className={classes.actions}>{action}</div>}
    </li>
  );
}
