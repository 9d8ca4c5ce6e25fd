import { Link } from '@tanstack/react-router';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { ToneIcon } from '../../components/status.tsx';
import classes from './overview.module.css';
import { hasUnknown, type OverviewJob, type OverviewWorkspace, wentWrong } from './queries.ts';
import { texts } from './texts.ts';

export function WrongCard({ workspace }: { workspace: OverviewWorkspace }) {
  const jobs = wentWrong(workspace);
  const broken = workspace.connections.filter(({ health }) => health !== 'HEALTHY');
  const isFine = jobs.length + broken.length === 0;
  return (
    <Panel title={texts.wrong} side={!isFine && <Link to="/jobs">{texts.wrongAll}</Link>} isFlush>
      {isFine && <p className={classes.quiet}>{texts.wrongEmpty}</p>}
      <ul className={classes.items}>
        {broken.map(({ id, handle, platform }) => (
          <li key={id}>
            <Link to="/connections" className={classes.item}>
              <span className={classes.title}>{platform.label}</span>
              <Reason words={texts.brokenConnection(handle)} tone="bad" />
            </Link>
          </li>
        ))}
        {jobs.map((job) => (
          <li key={job.id}>
            <Link to="/jobs/$jobId" params={{ jobId: job.id }} className={classes.item}>
              <span className={classes.title}>{job.draft.title}</span>
              <Reason words={reasonOf(job)} tone={hasUnknown(job) || job.state === 'BLOCKED' ? 'wait' : 'bad'} />
              <span className={classes.line}>
                <Moment at={job.updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Reason({ words, tone }: { words: string; tone: 'wait' | 'bad' }) {
  return (
    <span className={classes.reason}>
      <ToneIcon tone={tone} />
      {words}
    </span>
  );
}

function reasonOf(job: OverviewJob): string {
  const unknown = job.publications.find(({ state }) => state === 'UNKNOWN');
  if (unknown) return texts.unknownOutcome(unknown.platform.label);
  const gate = job.state === 'BLOCKED' ? job.readiness.gates.find(({ status }) => status === 'BLOCK') : undefined;
  if (gate) return `${gate.message} ${gate.remedy}`;
  const failed = job.publications.find(({ failureMessage }) => failureMessage);
  return failed?.failureMessage ? texts.failedOn(failed.platform.label, failed.failureMessage) : texts.failedSimply;
}
