import { Link } from '@tanstack/react-router';
import { isHold, shutGate } from '../../components/gates/gate-status.ts';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { TickedRow } from '../../components/lists/ticked-row.tsx';
import { EditMark } from '../../components/posts/edit-mark.tsx';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { Thumb } from '../../components/posts/thumb.tsx';
import { ByStanding } from '../../components/standing/by-standing.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import rows from '../../components/ui/rows.module.css';
import { Status } from '../../components/ui/status.tsx';
import type { JobRowFragment } from '../../gql/graphql.ts';
import { accountMarks } from './account-marks.ts';
import { jobState } from './job-state.ts';
import { texts } from './texts.ts';

interface Props {
  job: JobRowFragment;
  isTicked: boolean;
  onTick: () => void;
}

export function JobRow({ job, isTicked, onTick }: Props) {
  const { draft, author, publications, readiness, approval } = job;
  // That it waits for a decision is said by its state.
  const shut = job.state === 'BLOCKED' ? shutGate(readiness.gates.filter((gate) => gate.gate !== 'APPROVAL' || isHold(gate))) : undefined;
  return (
    <TickedRow id={job.id} title={draft.title} isTicked={isTicked} onTick={onTick}>
      <Link to="/jobs/$jobId" params={{ jobId: job.id }} className={rows.row}>
        <span className={rows.post}>
          <Thumb draft={draft} />
          <span className={rows.words}>
            <span className={rows.title} dir="auto">
              {draft.title}
            </span>
            <span className={rows.line}>
              <EditMark draft={draft} />
              <span>
                <MarkedName text={texts.by({ name: author.name })} isBrief />
              </span>
              <Moment at={job.createdAt} />
              {accountMarks(publications).map(({ key, platform, label }) => (
                <PlatformMark key={key} id={platform} label={label} />
              ))}
              {job.scheduledAt && (
                <span>
                  {texts.goesOut} <Moment at={job.scheduledAt} as="when" />
                </span>
              )}
            </span>
            {approval?.standingApproval && (
              <span className={rows.line}>
                <ByStanding approval={approval} />
              </span>
            )}
            {shut && <span className={rows.line}>{shut.message}</span>}
          </span>
        </span>
        <Status state={jobState(job)} />
      </Link>
    </TickedRow>
  );
}
