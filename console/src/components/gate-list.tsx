import { IconArrowRight, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { GateViewFragment } from '../gql/graphql.ts';
import { useViewer } from '../lib/viewer.ts';
import classes from './gate-list.module.css';
import { texts } from './texts.ts';

const icons = { PASS: IconCheck, WAIT: IconClock, BLOCK: IconX } as const;
const ways: Partial<Record<GateViewFragment['gate'], '/connections' | '/credits' | '/agents' | '/operator'>> = {
  LAUNCH: '/operator',
  PERMISSION: '/agents',
  CONNECTION: '/connections',
  CREDITS: '/credits',
};

interface Props {
  gates: readonly GateViewFragment[];
  /** All nine with their sentences; else those that are not met yet. */
  isFull?: boolean;
}

/** The nine conditions of publishing at a glance, and for what is not met a sentence, a remedy and the way there. */
export function GateList({ gates, isFull = false }: Props) {
  const open = gates.filter(({ status }) => status !== 'PASS');
  // Where a decision is awaited, that it is awaited needs no sentence of its own.
  const besides = open.filter(({ gate, status }) => gate !== 'APPROVAL' || status !== 'WAIT');
  const lacksOnlyApproval = open.length === 1 && besides.length === 0;
  return (
    <div>
      {!isFull && <Glance gates={gates} summary={lacksOnlyApproval ? texts.gates.summaryApproval : summaryOf(open.length)} />}
      <ul className={classes.list}>
        {(isFull ? gates : besides).map((gate) => (
          <GateRow key={`${gate.gate} ${gate.code} ${gate.target ?? ''}`} gate={gate} />
        ))}
      </ul>
    </div>
  );
}

function summaryOf(open: number): string {
  return open === 0 ? texts.gates.summaryFine : texts.gates.summaryOpen(open);
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

function GateRow({ gate }: { gate: GateViewFragment }) {
  const Icon = icons[gate.status];
  const { isOperator } = useViewer();
  const way = gate.gate === 'LAUNCH' && !isOperator ? undefined : ways[gate.gate];
  return (
    <li className={classes.row}>
      <span className={classes.mark} data-status={gate.status}>
        <Icon size={13} stroke={2.2} aria-hidden />
      </span>
      <div className={classes.words}>
        <p>
          <b>{texts.gates.names[gate.gate]}</b> <span className={classes.status}>{texts.gates.statuses[gate.status]}</span>
        </p>
        <p className={classes.message}>
          {gate.message} {gate.status !== 'PASS' && gate.remedy}
        </p>
      </div>
      {way && gate.status !== 'PASS' && (
        <Link to={way} className={classes.way}>
          {texts.gates.ways[gate.gate]}
          <IconArrowRight size={14} aria-hidden />
        </Link>
      )}
    </li>
  );
}
