import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { MarkedName } from '../../../components/grants/marked-name.tsx';
import { EditMark } from '../../../components/posts/edit-mark.tsx';
import { PlatformIcon } from '../../../components/posts/platform-mark.tsx';
import { Thumb } from '../../../components/posts/thumb.tsx';
import { Moment } from '../../../components/ui/moment.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { useIsDeciding } from '../deciding/use-is-deciding.ts';
import { WithdrawVote } from '../deciding/withdraw-vote.tsx';
import { groupFindings } from '../detail/group-findings.ts';
import type { ApprovalRow } from '../queries.ts';
import { texts } from '../texts.ts';
import type { ApprovalFilter } from './approval-filter.ts';
import classes from './approval-list.module.css';
import type { Selection } from './use-selection.ts';

interface Props {
  row: ApprovalRow;
  filter: ApprovalFilter;
  isOpen: boolean;
  isTicked: boolean;
  onTick: Selection['toggle'];
}

/**
 * One approval in two lines: preview, kind, targets, time and findings. Renders again only for its own changes, so
 * that opening another one by key is fast.
 */
export const ApprovalRowLink = memo(function ApprovalRowLink({ row, filter, isOpen, isTicked, onTick }: Props) {
  const isBeingDecided = useIsDeciding(row.id);
  const { draft, findings } = row;
  return (
    <>
      {row.viewerCan.decide && (
        <label className={classes.tick}>
          <input type="checkbox" aria-label={texts.tick({ title: draft.title })} checked={isTicked} onChange={() => onTick(row)} />
        </label>
      )}
      <Link
        to="/approvals/{-$approvalId}"
        params={{ approvalId: row.id }}
        search={filter}
        className={classes.row}
        aria-current={isOpen ? 'true' : undefined}
        data-deciding={isBeingDecided || undefined}
      >
        <Thumb draft={draft} />
        <span className={classes.words}>
          <span className={classes.first}>
            <span className={classes.title} dir="auto">
              {draft.title}
            </span>
            <span className={classes.age}>
              <Moment at={row.createdAt} as="age" />
            </span>
          </span>
          <span className={classes.line}>
            <EditMark draft={draft} />
            <span className={classes.marks}>
              {draft.platforms.map((platform) => (
                <PlatformIcon key={platform} id={platform} size={14} />
              ))}
            </span>
            {isBeingDecided ? (
              <span className={classes.when}>{texts.deciding}</span>
            ) : (
              <span className={classes.when} dir="auto">
                {draft.scheduledAt ? <Moment at={draft.scheduledAt} as="when" /> : <MarkedName text={draft.author.name} isBrief />}
              </span>
            )}
            {findings.length > 0 && (
              <span className={classes.finding}>
                <ToneIcon tone={findings.some(({ severity, override }) => severity === 'BLOCK' && !override) ? 'bad' : 'wait'} size={14} />
                {texts.findingCount({ findings: groupFindings(findings).length })}
              </span>
            )}
          </span>
        </span>
      </Link>
      {row.viewerCanWithdraw && (
        <span className={classes.withdraw}>
          <WithdrawVote approvalId={row.id} title={draft.title} isBrief />
        </span>
      )}
    </>
  );
});
