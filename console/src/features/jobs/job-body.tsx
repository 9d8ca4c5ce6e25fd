import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { GateList } from '../../components/gate-list.tsx';
import { MarkedName } from '../../components/marked-name.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { PlatformMark } from '../../components/platform-mark.tsx';
import rows from '../../components/rows.module.css';
import { jobState, publicationStates } from '../../components/states.ts';
import { Status } from '../../components/status.tsx';
import classes from './job.module.css';
import { JobTimeline } from './job-timeline.tsx';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';
import { UnknownCard } from './unknown-card.tsx';

/** What would stop them today says nothing of then; the time line has the conditions as they were. */
const ENDED: readonly JobView['state'][] = ['PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELLED'];

export function JobBody({ job }: { job: JobView }) {
  return (
    <div className={classes.body}>
      <JobLine job={job} />
      {job.publications
        .filter(({ state }) => state === 'UNKNOWN')
        .map((publication) => (
          <UnknownCard key={publication.id} publication={publication} />
        ))}
      <Panel title={texts.publications} isFlush>
        <ul className={rows.rows}>
          {job.publications.map((publication) => (
            <PublicationRow key={publication.id} publication={publication} />
          ))}
        </ul>
      </Panel>
      <div className={classes.columns}>
        <Panel title={texts.timeline}>
          <JobTimeline job={job} />
        </Panel>
        {!ENDED.includes(job.state) && (
          <Panel title={texts.gates} side={<span className={classes.dim}>{texts.readiness[job.readiness.state]}</span>}>
            <GateList
              gates={job.readiness.gates}
              isFull
              of={{ draftId: job.draft.id, approvalId: job.approval?.id ?? null, contentHash: job.contentHash }}
            />
          </Panel>
        )}
      </div>
      <p className={classes.hash}>
        {texts.hash} <code>{job.contentHash}</code>
      </p>
    </div>
  );
}

function JobLine({ job }: { job: JobView }) {
  return (
    <p className={classes.line}>
      <Status state={jobState(job)} />
      <span>
        <MarkedName text={texts.by(job.author.name)} isBrief />
      </span>
      <span>{texts.modes[job.mode]}</span>
      {job.scheduledAt && (
        <span>
          {texts.goesOut} <Moment at={job.scheduledAt} as="when" />
        </span>
      )}
      <Link to="/drafts/$draftId" params={{ draftId: job.draft.id }}>
        {texts.draft}
      </Link>
      {job.approval && (
        <Link to="/approvals/{-$approvalId}" params={{ approvalId: job.approval.id }}>
          {texts.approval}
        </Link>
      )}
    </p>
  );
}

function PublicationRow({ publication }: { publication: JobView['publications'][number] }) {
  const { platform, connection, state, providerUrl, failureCode, failureMessage, nextAttemptAt } = publication;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>
          <PlatformMark id={platform.id} label={platform.label} />
        </span>
        <span className={rows.line}>
          {connection && <span>{connection.handle}</span>}
          {nextAttemptAt && state === 'PENDING' && (
            <span>
              {texts.nextAttempt} <Moment at={nextAttemptAt} />
            </span>
          )}
          {failureMessage && <span title={failureCode ? texts.failed(failureCode) : undefined}>{failureMessage}</span>}
        </span>
      </div>
      <div className={rows.side}>
        {providerUrl && (
          <a href={providerUrl} target="_blank" rel="noreferrer" className={classes.open}>
            {texts.open}
            <IconExternalLink size={14} aria-hidden />
          </a>
        )}
        <Status state={publicationStates[state]} />
      </div>
    </li>
  );
}
