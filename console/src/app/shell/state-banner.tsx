import { useQuery } from '@tanstack/react-query';
import { texts as shared } from '../../components/texts.ts';
import { ToneIcon } from '../../components/ui/status.tsx';
import { useWorkspaceOrNull, viewerQuery } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './state-banner.module.css';

/** Says above every screen what holds for all of them: an old view, an account that is not approved, a workspace that is put away. */
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
