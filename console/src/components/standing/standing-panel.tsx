import { useQuery } from '@tanstack/react-query';
import type { StandingViewFragment } from '../../gql/graphql.ts';
import { Panel } from '../ui/panel.tsx';
import { standingQuery } from './queries.ts';
import classes from './standing.module.css';
import { StandingItem } from './standing-item.tsx';
import { texts } from './texts.ts';

/** Active and proposed standing approvals; nothing if there are none. */
export function StandingPanel({ workspaceId }: { workspaceId: string }) {
  const { data = [] } = useQuery(standingQuery(workspaceId));
  if (data.length === 0) return null;
  const open = data.filter(({ state }) => state !== 'ENDED');
  const ended = data.filter(({ state }) => state === 'ENDED');
  return (
    <Panel title={texts.title} isFlush>
      <p className={classes.what}>{texts.what}</p>
      <List items={open} />
      {ended.length > 0 && (
        <details className={classes.ended}>
          <summary>{texts.ended({ count: ended.length })}</summary>
          <List items={ended} />
        </details>
      )}
    </Panel>
  );
}

function List({ items }: { items: StandingViewFragment[] }) {
  return (
    <ul>
      {items.map((standing) => (
        <StandingItem key={standing.id} standing={standing} />
      ))}
    </ul>
  );
}
