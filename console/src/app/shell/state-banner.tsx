import { useQuery } from '@tanstack/react-query';
import { texts as shared } from '../../components/texts.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import { useWorkspaceOrNull, viewerQuery } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './state-banner.module.css';

/** Shows above every screen what applies to all: stale data, an unapproved account, an archived workspace. */
export function StateBanner() {
  const { isRefetchError, failureCount } = useQuery(viewerQuery);
  const open = useWorkspaceOrNull();
  const state = open?.account.state;
  const words =
    isRefetchError || failureCount > 1
      ? shared.stale
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
