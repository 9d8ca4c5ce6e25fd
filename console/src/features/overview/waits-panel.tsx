import { Link } from '@tanstack/react-router';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { Thumb } from '../../components/posts/thumb.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import classes from './overview.module.css';
import type { OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

export function WaitsPanel({ workspace }: { workspace: OverviewWorkspace }) {
  const {
    waitingApprovals,
    waitingRemovals,
    approvals: { edges },
  } = workspace;
  return (
    <Panel
      title={edges.length > 0 && waitingApprovals === 0 ? texts.waitsOthers : texts.waits}
      side={edges.length > 0 && <Link to="/approvals/{-$approvalId}">{texts.waitsAll}</Link>}
      isFlush
    >
      {waitingRemovals > 0 && (
        <p className={classes.quiet}>
          <Link to="/approvals/{-$approvalId}">{texts.removals({ count: waitingRemovals })}</Link>
        </p>
      )}
      {edges.length === 0 && waitingRemovals === 0 && <p className={classes.quiet}>{texts.waitsEmpty}</p>}
      <ul className={classes.items}>
        {edges.map(({ node: { id, createdAt, draft } }) => (
          <li key={id}>
            <Link to="/approvals/{-$approvalId}" params={{ approvalId: id }} className={classes.post}>
              <Thumb draft={draft} />
              <span className={classes.postWords}>
                <span className={classes.title} dir="auto">
                  {draft.title}
                </span>
                <span className={classes.line}>
                  <span>
                    <MarkedName text={draft.author.name} isBrief />
                  </span>
                  <Moment at={createdAt} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
