import { Link } from '@tanstack/react-router';
import { PlatformLink } from '../../components/posts/platform-mark.tsx';
import { Thumb } from '../../components/posts/thumb.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import classes from './overview.module.css';
import type { OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

/** The newest posts that are out, each with its networks and the way there. */
export function WentOut({ workspace }: { workspace: OverviewWorkspace }) {
  const { edges } = workspace.published;
  return (
    <Panel
      title={texts.out}
      side={
        edges.length > 0 && (
          <Link to="/jobs" search={{ view: 'wall' }}>
            {texts.all}
          </Link>
        )
      }
      isFlush
    >
      {edges.length === 0 && <p className={classes.quiet}>{texts.outEmpty}</p>}
      <ul className={classes.wall}>
        {edges.map(({ node: { id, updatedAt, draft, publications } }) => (
          <li key={id} className={classes.post}>
            <Thumb draft={draft} />
            <div className={classes.postWords}>
              <Link to="/jobs/$jobId" params={{ jobId: id }} className={classes.title} dir="auto">
                {draft.title}
              </Link>
              <p className={classes.line}>
                <Moment at={updatedAt} />
                {publications.map(({ id: publicationId, platform, providerUrl }) => (
                  <PlatformLink key={publicationId} id={platform.id} href={providerUrl} words={texts.openOn(platform.label)} />
                ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
