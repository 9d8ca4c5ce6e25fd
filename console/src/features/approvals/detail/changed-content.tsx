import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/ui/notice.tsx';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './changed-content.module.css';
import { compareTexts } from './compare-texts.ts';
import { TextChanges } from './text-changes.tsx';

/** What changed since it was displayed, and a link to the current approval. */
export function ChangedContent({ seen, approval }: { seen: ApprovalView; approval: ApprovalView }) {
  const { draft } = approval;
  const changes = compareTexts(seen.payloads, draft.payloads);
  const next = draft.approval && draft.approval.id !== approval.id && draft.approval.state === 'PENDING' ? draft.approval : null;
  return (
    <Notice tone="wait" title={texts.changed}>
      <p>{texts.changedHow}</p>
      {seen.draft.scheduledAt !== draft.scheduledAt && <p>{texts.changedSchedule}</p>}
      {changes.length === 0 && <p>{texts.changedNothing}</p>}
      <TextChanges changes={changes} />
      <p className={classes.way}>
        {next ? (
          <Link to="/approvals/{-$approvalId}" params={{ approvalId: next.id }}>
            {texts.changedWaits}
          </Link>
        ) : (
          <Link to="/drafts/$draftId" params={{ draftId: draft.id }}>
            {texts.changedDraft}
          </Link>
        )}
      </p>
    </Notice>
  );
}
