import { Link } from '@tanstack/react-router';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { PlatformMark } from '../../components/platform-mark.tsx';
import { jobStates } from '../../components/states.ts';
import { Status } from '../../components/status.tsx';
import { useNow } from '../../lib/use-now.ts';
import classes from './overview.module.css';
import { goingOut, type OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

export function NextCard({ workspace }: { workspace: OverviewWorkspace }) {
  const jobs = goingOut(workspace, useNow());
  return (
    <Panel title={texts.next} isFlush>
      {jobs.length === 0 && <p className={classes.quiet}>{texts.nextEmpty}</p>}
      <ul className={classes.items}>
        {jobs.map(({ id, state, scheduledAt, draft }) => (
          <li key={id}>
            <Link to="/jobs/$jobId" params={{ jobId: id }} className={classes.item}>
              <span className={classes.title}>{draft.title}</span>
              <span className={classes.line}>
                <Status state={jobStates[state]} />
                {scheduledAt ? <Moment at={scheduledAt} as="when" /> : texts.now}
                {draft.platforms.map((platform) => (
                  <PlatformMark key={platform} id={platform} />
                ))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
