import { IconArrowRight, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { GateViewFragment } from '../../gql/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './gate-list.module.css';
import { isHold, isPartly, isWarning, summaryOf } from './gate-status.ts';
import { AskAgainWithAccount, type GateSubject, LeaveOut } from './leave-out.tsx';

const icons = { PASS: IconCheck, WAIT: IconClock, BLOCK: IconX } as const;
const ways: Partial<Record<GateViewFragment['gate'], LinkProps['to']>> = {
  LAUNCH: '/operator',
  PERMISSION: '/agents',
  CONNECTION: '/connections',
  CREDITS: '/credits',
};

interface Props {
  gates: readonly GateViewFragment[];
  /** All nine with their sentences; else those that are not met yet. */
  isFull?: boolean;
  of?: GateSubject;
}

/** The nine gates of publishing at a glance; open ones with a sentence, a remedy and a link. */
export function GateList({ gates, isFull = false, of }: Props) {
  const open = gates.filter((gate) => gate.status !== 'PASS' || isWarning(gate));
  // A pending approval needs no sentence where the decision is made.
  const besides = open.filter(({ gate, status, code }) => gate !== 'APPROVAL' || status !== 'WAIT' || isHold({ gate, code }));
  const unmet = besides.filter((gate) => gate.status !== 'PASS' || isPartly(gate));
  return (
    <div>
      {!isFull && <Glance gates={gates} summary={summaryOf(unmet, open.length > besides.length)} />}
      <ul className={classes.list}>
        {(isFull ? gates : besides).map((gate) => (
          <GateRow key={`${gate.gate} ${gate.code} ${gate.target ?? ''}`} gate={gate} of={of} />
        ))}
      </ul>
    </div>
  );
}

function Glance({ gates, summary }: { gates: readonly GateViewFragment[]; summary: string }) {
  return (
    <div className={classes.glance}>
      <span className={classes.marks} aria-hidden>
        {gates.map(({ gate, status }) => {
          const Icon = icons[status];
          return (
            <span
              key={gate}
              className={classes.mark}
              data-status={status}
              title={`${texts.gates.names[gate]}: ${texts.gates.statuses[status]}`}
            >
              <Icon size={13} stroke={2.2} />
            </span>
          );
        })}
      </span>
      <span>{summary}</span>
    </div>
  );
}

function GateRow({ gate, of }: { gate: GateViewFragment; of: GateSubject | undefined }) {
  const Icon = icons[gate.status];
  const needsMore = gate.status !== 'PASS' || isWarning(gate);
  return (
    <li className={classes.row}>
      <span className={classes.mark} data-status={gate.status}>
        <Icon size={13} stroke={2.2} aria-hidden />
      </span>
      <div className={classes.words}>
        <p>
          <b>{texts.gates.names[gate.gate]}</b>{' '}
          <span className={classes.status}>{isPartly(gate) ? texts.gates.partly : texts.gates.statuses[gate.status]}</span>
        </p>
        <p className={classes.message} dir="auto">
          {gate.message} {needsMore && gate.remedy}
        </p>
      </div>
      {needsMore && <Way gate={gate} of={of} />}
      {of && gate.code === 'connected_later' && <AskAgainWithAccount of={of} />}
      {of && gate.leaveOut !== null && gate.target !== null && (
        <LeaveOut targets={[{ name: gate.leaveOut, target: gate.target }]} of={of} />
      )}
    </li>
  );
}

const labels: Partial<Record<string, string>> = texts.gates.ways;

/** A link to the remedy; none if only the operator or time can help. */
export function Way({ gate: { gate, status, code }, of }: { gate: GateViewFragment; of: GateSubject | undefined }) {
  const { isOperator } = useViewer();
  const way = gate === 'LAUNCH' && !isOperator ? undefined : ways[gate];
  const link = (isHold({ gate, code }) ? undefined : linkOf(gate, status, of)) ?? (way && { to: way, params: {}, label: labels[gate] });
  if (!link) return null;
  return (
    <Link to={link.to} params={link.params} className={classes.way}>
      {link.label}
      <IconArrowRight size={14} aria-hidden />
    </Link>
  );
}

/** Where the remedy is with the draft or the decision itself. */
function linkOf(gate: GateViewFragment['gate'], status: GateViewFragment['status'], of: GateSubject | undefined) {
  if (!of) return undefined;
  if (gate === 'APPROVAL' && status === 'WAIT' && of.approvalId)
    return { to: '/approvals/{-$approvalId}', params: { approvalId: of.approvalId }, label: texts.gates.decide } as const;
  // Findings are dismissed where the decision is made.
  if (gate === 'SAFETY' && of.approvalId)
    return { to: '/approvals/{-$approvalId}', params: { approvalId: of.approvalId }, label: texts.gates.findings } as const;
  if (['APPROVAL', 'PAYLOAD', 'SAFETY', 'SCHEDULE'].includes(gate))
    return { to: '/drafts/$draftId', params: { draftId: of.draftId }, label: texts.gates.openDraft } as const;
  return undefined;
}
