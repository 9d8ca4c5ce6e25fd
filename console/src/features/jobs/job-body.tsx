import { Link } from '@tanstack/react-router';
import { GateList } from '../../components/gates/gate-list.tsx';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { EditOf } from '../../components/posts/edit-mark.tsx';
import { ByStanding } from '../../components/standing/by-standing.tsx';
import { Fold } from '../../components/ui/fold.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { Status } from '../../components/ui/status.tsx';
import { HeldJob } from './hold-job.tsx';
import classes from './job.module.css';
import { jobState } from './job-state.ts';
import { JobSteps } from './job-steps.tsx';
import { JobTimeline } from './job-timeline.tsx';
import { PublicationRow } from './publication-row.tsx';
import type { JobView } from './queries.ts';
import { SignedPost } from './signed-post.tsx';
import { texts } from './texts.ts';
import { UnknownCard } from './unknown-card.tsx';

/** Today's gates say nothing about ended jobs; the timeline contains those at that time. */
const ENDED: readonly JobView['state'][] = ['PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELLED'];

/** A post after the decision: the signed content on the left, the outcome on the right. */
export function JobBody({ job }: { job: JobView }) {
  const isOpen = !ENDED.includes(job.state);
  const of = { draftId: job.draft.id, approvalId: job.approval?.id ?? null, contentHash: job.contentHash };
  return (
    <div className={classes.body}>
      <JobLine job={job} />
      <JobSteps job={job} />
      <HeldJob job={job} />
      {job.publications
        .filter(({ state }) => state === 'UNKNOWN')
        .map((publication) => (
          <UnknownCard key={publication.id} publication={publication} />
        ))}
      <div className={classes.columns}>
        <SignedPost job={job} />
        <div className={classes.outcome}>
          <Panel title={texts.publications} isFlush>
            <ul className={rows.rows}>
              {job.publications.map((publication) => (
                <PublicationRow
                  key={publication.id}
                  jobId={job.id}
                  publication={publication}
                  target={isOpen ? targetOf(job, publication) : undefined}
                  of={isOpen ? of : null}
                  canLeaveOut={job.publications.some(({ connection }) => connection)}
                />
              ))}
            </ul>
          </Panel>
          {isOpen && (
            <Panel title={texts.gates} side={<span className={classes.dim}>{texts.readiness[job.readiness.state]}</span>}>
              <GateList gates={job.readiness.gates} of={of} />
            </Panel>
          )}
          <div className={classes.folds}>
            <Fold name={texts.timeline} isOpen={!isOpen}>
              <JobTimeline job={job} />
            </Fold>
            {isOpen && (
              <Fold name={texts.allChecks}>
                <GateList gates={job.readiness.gates} isFull of={of} />
              </Fold>
            )}
            <Fold name={texts.proof}>
              <p>{texts.proofHow}</p>
              <p className={classes.hash}>
                {texts.hash} <code>{job.contentHash}</code>
              </p>
            </Fold>
          </div>
        </div>
      </div>
    </div>
  );
}

/** The readiness of an unpublished target. */
function targetOf({ readiness }: JobView, { platform, connection }: JobView['publications'][number]) {
  return readiness.targets.find((each) => each.platform === platform.id && each.connectionId === (connection?.id ?? null));
}

function JobLine({ job }: { job: JobView }) {
  const approvedBy = job.approval?.decisions.findLast(({ decision }) => decision === 'APPROVED')?.by;
  return (
    <p className={classes.line}>
      <Status state={jobState(job)} />
      <EditOf draft={job.draft} />
      <span>
        <MarkedName text={texts.by({ name: job.author.name })} isBrief />
      </span>
      {job.approval?.standingApproval ? (
        <ByStanding approval={job.approval} />
      ) : (
        <span>{approvedBy ? texts.isApprovedBy({ name: approvedBy }) : texts.modes[job.mode]}</span>
      )}
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
