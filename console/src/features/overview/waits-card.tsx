import { Link } from '@tanstack/react-router';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import classes from './overview.module.css';
import type { OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

export function WaitsCard({ workspace }: { workspace: OverviewWorkspace }) {
  const { edges } = workspace.approvals;
  return (
    <Panel
      title={`${texts.waits}: ${texts.waitsCount(workspace.waitingCount)}`}
      side={edges.length > 0 && <Link to="/approvals/{-$approvalId}">{texts.waitsAll}</Link>}
      isFlush
    >
      {edges.length === 0 && <p className={classes.quiet}>{texts.waitsEmpty}</p>}
      <ul className={classes.items}>
        {edges.map(({ node: { id, createdAt, draft } }) => (
          <li key={id}>
            <Link to="/approvals/{-$approvalId}" params={{ approvalId: id }} className={classes.item}>
              <span className={classes.title}>{draft.title}</span>
              <span className={classes.line}>
                <span>{draft.author.name}</span>
                <Moment at={createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
