import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../components/moment.tsx';
import { PlatformMark } from '../../components/platform-mark.tsx';
import { ToneIcon } from '../../components/status.tsx';
import { plural, texts as shared } from '../../components/texts.ts';
import type { ApprovalFilter } from './approval-filter.ts';
import classes from './approval-list.module.css';
import { bulkTexts } from './bulk-texts.ts';
import { isDeciding } from './decision-desk.ts';
import { groupFindings } from './group-findings.ts';
import type { ApprovalRow } from './queries.ts';
import { texts } from './texts.ts';
import { useDeskState } from './use-decision-desk.tsx';
import type { Selection } from './use-selection.ts';

interface Props {
  row: ApprovalRow;
  filter: ApprovalFilter;
  isOpen: boolean;
  selection: Selection;
}

/** One approval of the queue: what, where, when, at what cost, and whether the checks found something. */
export function ApprovalRowLink({ row, filter, isOpen, selection }: Props) {
  const isBeingDecided = isDeciding(useDeskState(), row.id);
  const { draft, findings, cost } = row;
  return (
    <li className={classes.item}>
      {row.viewerCan.decide && (
        <Checkbox
          size="xs"
          className={classes.tick}
          aria-label={bulkTexts.tick(draft.title)}
          checked={selection.rows.has(row.id)}
          onChange={() => selection.toggle(row)}
        />
      )}
      <Link
        to="/approvals/{-$approvalId}"
        params={{ approvalId: row.id }}
        search={filter}
        className={classes.row}
        aria-current={isOpen ? 'true' : undefined}
        data-deciding={isBeingDecided || undefined}
      >
        <span className={classes.title}>{draft.title}</span>
        <span className={classes.line}>
          {draft.platforms.map((platform) => (
            <PlatformMark key={platform} id={platform} />
          ))}
        </span>
        <span className={classes.line}>
          {isBeingDecided ? (
            texts.deciding
          ) : (
            <>
              <span>{draft.author.name}</span>
              <Moment at={draft.scheduledAt ?? row.createdAt} as={draft.scheduledAt ? 'when' : 'relative'} />
              {cost.quantity > 0 && <span>{shared.credits(cost.quantity, cost.unit)}</span>}
            </>
          )}
          {findings.length > 0 && (
            <span className={classes.finding}>
              <ToneIcon tone={findings.some(({ severity, lift }) => severity === 'BLOCK' && !lift) ? 'bad' : 'wait'} size={14} />
              {plural(groupFindings(findings).length, 'finding')}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
