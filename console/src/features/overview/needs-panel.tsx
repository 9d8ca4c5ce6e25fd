import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/ui/panel.tsx';
import { ToneIcon } from '../../components/ui/status.tsx';
import { needsOf } from './needs-you.ts';
import classes from './overview.module.css';
import type { OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

export function NeedsPanel({ workspace }: { workspace: OverviewWorkspace }) {
  const needs = needsOf(workspace);
  return (
    <Panel title={texts.needs.title} isFlush>
      {needs.length === 0 && <p className={classes.quiet}>{workspace.waitingCount > 0 ? texts.needs.onlyWaiting : texts.needs.nothing}</p>}
      <ul className={classes.items}>
        {needs.map(({ key, tone, what, on, why, link: { label, ...link } }) => (
          <li key={key} className={classes.need}>
            <ToneIcon tone={tone} size={18} />
            <div className={classes.needWords}>
              <p className={classes.needWhat}>{what}</p>
              {why && (
                <p className={classes.why} dir="auto">
                  {on && <bdi>{on}</bdi>}
                  {on && ': '}
                  {why}
                </p>
              )}
            </div>
            <Link {...link} className={classes.needDo}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
