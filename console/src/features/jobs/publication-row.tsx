import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type GateSubject, LeaveOut } from '../../components/gates/leave-out.tsx';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { texts as shared } from '../../components/texts.ts';
import { Moment } from '../../components/ui/moment.tsx';
import rows from '../../components/ui/rows.module.css';
import { jobStates, publicationStates, removalState } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { useWorkspace } from '../../lib/viewer.ts';
import { EditLine, EditWords } from './edit-words.tsx';
import { Figures } from './figures.tsx';
import { FirstCommentLine } from './first-comment.tsx';
import classes from './job.module.css';
import type { JobView } from './queries.ts';
import { ReadBack } from './read-back.tsx';
import { RemovePost, RetractionLine } from './retraction.tsx';
import { texts } from './texts.ts';

interface Props {
  jobId: string;
  publication: JobView['publications'][number];
  /** The fault of its own account or content. */
  target: JobView['readiness']['targets'][number] | undefined;
  /** While something can still be done about it. */
  of: GateSubject | null;
  /** Others are left then. */
  canLeaveOut: boolean;
}

/** The outcome on one network, with a link. */
export function PublicationRow({ jobId, publication, target, of, canLeaveOut }: Props) {
  const isHeld = target?.state === 'HELD';
  const removal = removalState(publication);
  const isRemoved = publication.retraction?.isPostGone ?? false;
  const { platform, connection, state, providerUrl, failureCode, failureMessage, failureRemedy, nextAttemptAt, publishedAt } = publication;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>
          <PlatformMark id={platform.id} label={platform.label} />
        </span>
        <span className={rows.line}>
          <span>{connection?.handle ?? texts.noAccount}</span>
          {publishedAt && (
            <span>
              <Moment at={publishedAt} as="clock" />
            </span>
          )}
          {publishedAt && platform.isRelay && <span>{texts.reported({ relay: platform.label })}</span>}
          {nextAttemptAt && state === 'PENDING' && (
            <span>
              {texts.nextAttempt} <Moment at={nextAttemptAt} />
            </span>
          )}
          {(isHeld || target?.state === 'WAITING') && !failureMessage && (
            <span dir="auto">
              {target.message} {isHeld && target.remedy}
            </span>
          )}
          {failureMessage && (
            <span title={failureCode ? texts.failed({ code: failureCode }) : undefined} dir="auto">
              {failureMessage} {failureRemedy}
            </span>
          )}
        </span>
        <FirstCommentLine publication={publication} />
        <EditLine publication={publication} />
        <RetractionLine publication={publication} />
        <Figures publication={publication} />
        {publication.verification && !isRemoved && <ReadBack verification={publication.verification} />}
      </div>
      <div className={rows.side}>
        {of && !connection && <Missing publication={publication} of={of} canLeaveOut={canLeaveOut} />}
        {providerUrl && !isRemoved && (
          <a
            href={providerUrl}
            target="_blank"
            rel="noreferrer"
            className={classes.open}
            aria-label={shared.openAs({ platform: platform.label, handle: connection?.handle ?? null })}
          >
            {texts.open}
            <IconExternalLink size={14} aria-hidden />
          </a>
        )}
        <Status state={removal ?? (isHeld && state === 'PENDING' ? jobStates.BLOCKED : publicationStates[state])} />
        <span className={classes.acts}>
          <EditWords publication={publication} jobId={jobId} />
          <RemovePost publication={publication} />
        </span>
      </div>
    </li>
  );
}

/** Without an account nothing is published: connect one, or continue without it. */
function Missing({ publication: { platform }, of, canLeaveOut }: Pick<Props, 'publication' | 'canLeaveOut'> & { of: GateSubject }) {
  const { viewerCan } = useWorkspace();
  return (
    <>
      {viewerCan.manageConnections && (
        <Link to="/connections" className={classes.open}>
          {texts.connect}
        </Link>
      )}
      {canLeaveOut && <LeaveOut targets={[{ name: platform.label, target: platform.id }]} of={of} isBesideNames />}
    </>
  );
}
