import { useQuery } from '@tanstack/react-query';
import { texts as shared } from '../../components/texts.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { formatWhen } from '../../lib/time/format-time.ts';
import { useWorkspaceOrNull, viewerQuery } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './state-banner.module.css';

/** Shows above every screen what applies to all: stale data, an unapproved account, an archived workspace. */
export function StateBanner() {
  const { isRefetchError, failureCount, fetchStatus, dataUpdatedAt } = useQuery(viewerQuery);
  const timeZone = useTimeZone();
  const open = useWorkspaceOrNull();
  const state = open?.account.state;
  const words =
    isRefetchError || failureCount > 1 || fetchStatus === 'paused'
      ? shared.stale({ when: formatWhen(new Date(dataUpdatedAt), new Date(), timeZone) })
      : state === 'PENDING'
        ? texts.notApproved
        : state === 'SUSPENDED'
          ? texts.suspended
          : open?.archivedAt
            ? texts.archived
            : null;
  return (
    <div role="status">
      {words && (
        <p className={classes.banner}>
          <ToneIcon tone="wait" />
          <span>{words}</span>
        </p>
      )}
    </div>
  );
}
