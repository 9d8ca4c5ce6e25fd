import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/ui/notice.tsx';
import { useWorkspace } from '../../../lib/viewer.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './missing-approvers.module.css';

/** An approval that cannot be completed would wait until it expires: says so, with a remedy. */
export function MissingApprovers({ approval }: { approval: ApprovalView }) {
  const { missingApprovers: missing, approvalsRequired, draft } = approval;
  const { viewerCan } = useWorkspace();
  if (missing === 0) return null;
  return (
    <Notice tone="wait" title={texts.missing.title}>
      <p>{texts.missing.why({ missing, required: approvalsRequired })}</p>
      {viewerCan.manageSettings ? (
        <p className={classes.ways}>
          <Link to="/settings/members">{texts.missing.invite({ missing })}</Link>
          <Link to="/settings/policies">{texts.missing.policy}</Link>
          <Link to="/drafts/$draftId" params={{ draftId: draft.id }}>
            {texts.missing.submit}
          </Link>
        </p>
      ) : (
        <p>{texts.missing.askOwner}</p>
      )}
    </Notice>
  );
}
