import { Link } from '@tanstack/react-router';
import { OutLine } from '../../components/out-line.tsx';
import { Thumb } from '../../components/posts/thumb.tsx';
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
        {edges.map(({ node: post }) => (
          <li key={post.id} className={classes.post}>
            <Thumb draft={post.draft} />
            <div className={classes.postWords}>
              <Link to="/jobs/$jobId" params={{ jobId: post.id }} className={classes.title} dir="auto">
                {post.draft.title}
              </Link>
              <OutLine post={post} className={classes.line} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
